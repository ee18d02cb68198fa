import TypedPaths

extension TreeDatabase {
    /// The children of a collection: all of them, by key, unless the query is told otherwise.
    ///
    /// ```swift
    /// let messages = try await database.children(of: room.messages).get()
    /// for try await messages in database.children(of: room.messages).snapshots() { … }
    /// let best = try await database.children(of: Path().players).ordered(by: \.score).last(10).get()
    /// for try await page in database.children(of: room.messages).reversed().pages(of: 50) { … }
    /// ```
    public func children<Collection: CollectionPath>(
        of collection: Collection
    ) -> TreeQuery<Collection, Collection.Value> {
        TreeQuery(request: ChildrenRequest(self, TreePlace(collection)))
    }

    /// The children of a collection, read as a type that you say.
    ///
    /// ```swift
    /// let rooms = database.children(of: Path().chatrooms, as: RoomInfo.self)
    /// try await rooms.ordered(by: \.name).get().decoded()     // [RoomInfo]
    /// ```
    ///
    /// For collections whose elements have no model of their own. A child's `path` has the
    /// type that you say, too: what is set there replaces all of the element.
    public func children<Collection: CollectionPath, Value>(
        of collection: Collection, as type: Value.Type
    ) -> TreeQuery<Collection, Value> {
        TreeQuery(request: ChildrenRequest(self, TreePlace(collection)))
    }

    /// The children of a place that takes any key, beside those that the schema names.
    ///
    /// ```swift
    /// let members = Path().members                            // { "owner": …, "<userId>": "User" }
    /// try await database.children(of: members, by: members.child).get()
    /// ```
    ///
    /// - Parameters:
    ///   - path: the place.
    ///   - child: gives the path of any key, and so says what is there; it isn't called.
    ///
    /// The children that the schema names are listed as well, if their keys are of the key type.
    public func children<Key: PathKey, Value>(
        of path: some PathProtocol, by child: (Key) -> Path<Value>
    ) -> TreeQuery<Path<Value>.KeyedCollection<Key>, Value> {
        TreeQuery(request: ChildrenRequest(self, TreePlace(path)))
    }

    /// The inner collections of a place that takes any key, beside those that the schema names.
    public func children<Key: PathKey, Inner: CollectionPath>(
        of path: some PathProtocol, by child: (Key) -> Inner
    ) -> TreeQuery<Path<Inner>.KeyedCollection<Key>, Inner> {
        TreeQuery(request: ChildrenRequest(self, TreePlace(path)))
    }
}

/// A query for the children of a collection, by key.
///
/// Its bounds are keys, of the collection's key type. What else there is to ask is in
/// ``ChildrenQuery`` and ``UnlimitedQuery``.
public struct TreeQuery<Collection: CollectionPath, Value>: UnlimitedQuery, Sendable {
    public typealias Key = Collection.Key

    public let request: ChildrenRequest

    /// The same children, the other way round.
    public func reversed() -> Self {
        TreeQuery(request: request.reversed())
    }
}

// MARK: - Bounds

extension TreeQuery {
    /// From a key on, whether it is there or not.
    public func starting(at key: Key) -> Self {
        TreeQuery(request: request.bounded(.lower, by: key))
    }

    /// The keys that come after one.
    public func starting(after key: Key) -> Self {
        TreeQuery(request: request.bounded(.lower, by: key, isInclusive: false))
    }

    /// Up to a key, and that one, too, if it is there.
    public func ending(at key: Key) -> Self {
        TreeQuery(request: request.bounded(.upper, by: key))
    }

    /// The keys that come before one.
    public func ending(before key: Key) -> Self {
        TreeQuery(request: request.bounded(.upper, by: key, isInclusive: false))
    }

    /// The child with a key, if it is there.
    public func equal(to key: Key) -> Self {
        TreeQuery(request: request.bounded(.both, by: key))
    }
}

// MARK: - Orders

extension TreeQuery {
    /// In the order of a value that each child has at the same place below it.
    ///
    /// ```swift
    /// database.children(of: Path().players).ordered(by: \.score)          // \.stats.score, too
    /// ```
    ///
    /// The key path is one of a `Path<Player>`, so that the order is one that the schema has.
    ///
    /// Children without the value come first, then `false`, `true`, numbers, strings (by UTF-16 code
    /// units), and last those that have children there. Equal values are in the order of the keys.
    ///
    /// An order comes before the bounds, which are of its type.
    public func ordered<Field>(
        by field: KeyPath<Path<Collection.Value>, Path<Field>>
    ) -> OrderedQuery<Collection, Value, Field> {
        let child = Path<Collection.Value>(["child"])
        return OrderedQuery(
            request: request.ordered {
                let place = TreePlace(child[keyPath: field])
                let start = TreePlace(child)
                guard start.contains(place) else {
                    throw request.invalid(
                        "\(place) isn't below the child, so there is no order by it")
                }
                return place.relative(to: start)
            })
    }

    /// In the order of a value that each child has at the same place below it, by its key.
    ///
    /// ```swift
    /// database.children(of: Path().players).ordered(byChild: "score").starting(at: 100)
    /// ```
    ///
    /// For models whose fields the schema doesn't list. Of a deeper place say all keys:
    /// `"stats/score"`. The bounds are of any type that the tree has; see ``ordered(by:)`` otherwise.
    public func ordered(byChild keys: String) -> OrderedQuery<Collection, Value, TreeValue> {
        OrderedQuery(
            request: request.ordered {
                TreePlace(slashSeparated: keys, omittingEmptyKeys: false)
            })
    }

    /// In the order of the values of the children themselves.
    ///
    /// ```swift
    /// database.children(of: Path().highscores).orderedByValue().last(10)
    /// ```
    public func orderedByValue() -> OrderedQuery<Collection, Value, Value> {
        OrderedQuery(request: request.ordered { .root })
    }
}
