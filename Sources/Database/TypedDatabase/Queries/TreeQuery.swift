import TypedPaths

extension TreeDatabase {
    /// Returns a query for the children of a collection, by default for all of them, in the order
    /// of keys.
    ///
    /// ```swift
    /// let messages = try await database.children(of: room.messages).get()
    /// for try await messages in database.children(of: room.messages).snapshots() { … }
    /// let best = try await database.children(of: Path().players).ordered(by: \.score).last(10).get()
    /// for try await page in database.children(of: room.messages).reversed().pages(of: 50) { … }
    /// ```
    public func children<Value>(
        of collection: Path<Value>.Collection
    ) -> TreeQuery<String, Value, ByKey<Value>> {
        TreeQuery(request: ChildrenRequest(self, TreePlace(collection)))
    }

    /// Returns a query for the children of a collection with typed keys.
    public func children<Key: PathKey, Value>(
        of collection: Path<Value>.KeyedCollection<Key>
    ) -> TreeQuery<Key, Value, ByKey<Value>> {
        TreeQuery(request: ChildrenRequest(self, TreePlace(collection)))
    }

    /// Returns a query for the children of a collection, for code that is generic over collections.
    @_disfavoredOverload
    public func children<Collection: CollectionPath>(
        of collection: Collection
    ) -> TreeQuery<Collection.Key, Collection.Value, ByKey<Collection.Value>> {
        TreeQuery(request: ChildrenRequest(self, TreePlace(collection)))
    }

    /// Returns a query for the children of a collection, read as a given type.
    ///
    /// ```swift
    /// let rooms = database.children(of: Path().chatrooms, as: RoomInfo.self)
    /// try await rooms.ordered(by: \.name).get().decoded()     // [RoomInfo]
    /// ```
    ///
    /// For collections whose elements have no model of their own. A child's `path` has the given
    /// type as well: a write to it replaces the whole element.
    public func children<Collection: CollectionPath, Value>(
        of collection: Collection, as type: Value.Type
    ) -> TreeQuery<Collection.Key, Value, ByKey<Collection.Value>> {
        TreeQuery(request: ChildrenRequest(self, TreePlace(collection)))
    }

    /// Returns a query for the children of a place with a wildcard, beside those that the schema
    /// names.
    ///
    /// ```swift
    /// let members = Path().members                            // { "owner": …, "<userId>": "User" }
    /// try await database.children(of: members, by: members.child).get()
    /// ```
    ///
    /// - Parameters:
    ///   - path: the place.
    ///   - child: returns the path for any key, which determines the type; it isn't called.
    ///
    /// The children that the schema names are included, if their keys are of the key type.
    public func children<Key: PathKey, Value>(
        of path: some PathProtocol, by child: (Key) -> Path<Value>
    ) -> TreeQuery<Key, Value, ByKey<Value>> {
        TreeQuery(request: ChildrenRequest(self, TreePlace(path)))
    }

    /// Returns a query for the collections in a place with a wildcard, beside those that the schema
    /// names.
    public func children<Key: PathKey, Inner: CollectionPath>(
        of path: some PathProtocol, by child: (Key) -> Inner
    ) -> TreeQuery<Key, Inner, ByKey<Inner>> {
        TreeQuery(request: ChildrenRequest(self, TreePlace(path)))
    }
}

/// A query for children of a place, in an order.
///
/// ```swift
/// func show<Order>(_ messages: TreeQuery<MessageID, Message, Order>) async throws {
///     for try await snapshot in messages.snapshots() { … }
/// }
///
/// try await show(database.children(of: room.messages).last(50))
/// ```
///
/// A query is a value; nothing is read until one of its reading functions is called. It begins with
/// `TreeDatabase.children(of:)`. `Key` is the collection's key type, and `Value` the type that
/// the children are read as. `Order` determines the calls that can refine the query: ``ByKey``,
/// ``ByValue`` or ``Limited``.
public struct TreeQuery<Key: PathKey, Value, Order>: Sendable {
    let request: ChildrenRequest

    /// Returns a query for the same children in the opposite order.
    public func reversed() -> Self {
        TreeQuery(request: request.reversed())
    }
}

/// The order of a query by key. Its bounds are keys, and another order can replace it.
public enum ByKey<Element>: UnlimitedOrder {}

/// The order of a query by a value of each child. Its bounds are values.
public enum ByValue<Bound>: UnlimitedOrder {}

/// The order of a query for the first or the last children only.
///
/// It has no pages: use ``TreeQuery/pages(of:after:)`` of the query without a limit.
public enum Limited {}

/// The order of a query without a limit, which can be given one, or be read in pages.
public protocol UnlimitedOrder {}

// MARK: - Asking

extension TreeQuery {
    /// Reads the children.
    ///
    /// ```swift
    /// let best = try await database.children(of: Path().players).ordered(by: \.score).last(10).get()
    /// ```
    ///
    /// A place with a bool, a number or a string has no children.
    public nonisolated(nonsending) func get() async throws -> Children<Key, Value> {
        let selection = try request.checkedSelection()
        let read = try await request.database.engine.read(request.place, selection)
        var children: Children<Key, Value> = request.children(of: read.value)
        children.isFromCache = read.isFromCache
        return children
    }

    /// Reads the keys of the children, and not their values if the engine can avoid that.
    ///
    /// ```swift
    /// let newest = try await database.children(of: room.messages).last(1).keys()
    /// ```
    public nonisolated(nonsending) func keys() async throws -> ChildKeys<Key> {
        try await request.keys()
    }

    /// Counts the children, and doesn't read their values if the engine can avoid that.
    ///
    /// ```swift
    /// let unread = try await database.children(of: room.messages).starting(after: lastRead).count()
    /// ```
    ///
    /// Children whose keys aren't of the key type are counted as well. A place with a bool, a number
    /// or a string has none.
    ///
    /// `SQLiteEngine` reads keys only, unless the bounds are values without an index.
    /// `FirebaseEngine` requests the keys only if the query has no limit, and no bounds but keys;
    /// otherwise it reads the children. To show the count of a large collection often, keep it at a
    /// place of its own, with `TreeWriter.increment(_:by:)`.
    public nonisolated(nonsending) func count() async throws -> Int {
        try await request.count()
    }

    /// Returns the current children, and all children again each time that they change.
    ///
    /// ```swift
    /// for try await messages in database.children(of: room.messages).snapshots() { … }
    /// ```
    public func snapshots() -> TreeSnapshots<Key, Value> {
        TreeSnapshots(request)
    }

    /// Returns the current children, then the changes.
    ///
    /// ```swift
    /// var messages: [Child<MessageID, Message>] = []
    /// for try await changes in database.children(of: room.messages).changes() {
    ///     changes.apply(to: &messages)
    /// }
    /// ```
    public func changes() -> TreeChanges<Key, Value> {
        TreeChanges(request)
    }
}

// MARK: - Limits

extension TreeQuery where Order: UnlimitedOrder {
    /// Returns a query for the first children, in the order of this query, up to a count.
    public func first(_ maximumCount: Int) -> TreeQuery<Key, Value, Limited> {
        TreeQuery<Key, Value, Limited>(request: request.first(maximumCount))
    }

    /// Returns a query for the last children, in the order of this query, up to a count. Their
    /// order stays the same.
    ///
    /// ```swift
    /// .ordered(by: \.score).last(10)               // the ten best, the best one last
    /// .ordered(by: \.score).reversed().first(10)   // the ten best, the best one first
    /// ```
    public func last(_ maximumCount: Int) -> TreeQuery<Key, Value, Limited> {
        TreeQuery<Key, Value, Limited>(request: request.last(maximumCount))
    }
}

// MARK: - Orders

extension TreeQuery {
    /// Returns a query in the order of a value at the same place below each child.
    ///
    /// ```swift
    /// database.children(of: Path().players).ordered(by: \.score)          // \.stats.score, too
    /// ```
    ///
    /// The key path is one of a `Path<Player>`, so that the schema has the place and its type.
    ///
    /// Children without the value come first, then `false`, `true`, numbers, strings (by UTF-16
    /// code units), and last the children for which that place has children. Equal values are in
    /// the order of the keys.
    ///
    /// The order precedes the bounds, which are of its type.
    public func ordered<Element, Field>(
        by field: KeyPath<Path<Element>, Path<Field>>
    ) -> TreeQuery<Key, Value, ByValue<Field>> where Order == ByKey<Element> {
        let child = Path<Element>(["child"])
        return TreeQuery<Key, Value, ByValue<Field>>(
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

    /// Returns a query in the order of a value at the same place below each child, given by its
    /// key.
    ///
    /// ```swift
    /// database.children(of: Path().players).ordered(byChild: "score").starting(at: 100)
    /// ```
    ///
    /// For models whose fields the schema doesn't list. A deeper place is given by all its keys:
    /// `"stats/score"`. Bounds may be of any scalar type; see ``ordered(by:)`` for the order of
    /// values.
    public func ordered<Element>(
        byChild keys: String
    ) -> TreeQuery<Key, Value, ByValue<TreeValue>> where Order == ByKey<Element> {
        TreeQuery<Key, Value, ByValue<TreeValue>>(
            request: request.ordered {
                TreePlace(slashSeparated: keys, omittingEmptyKeys: false)
            })
    }

    /// Returns a query in the order of the values of the children themselves.
    ///
    /// ```swift
    /// database.children(of: Path().highscores).orderedByValue().last(10)
    /// ```
    public func orderedByValue<Element>() -> TreeQuery<Key, Value, ByValue<Value>>
    where Order == ByKey<Element> {
        TreeQuery<Key, Value, ByValue<Value>>(request: request.ordered { .root })
    }
}

// MARK: - Bounds

/// The bounds of an order by key.
extension TreeQuery {
    /// Returns a query for the keys from one on, whether that exists or not.
    public func starting<Element>(at key: Key) -> Self where Order == ByKey<Element> {
        TreeQuery(request: request.bounded(.lower, by: key))
    }

    /// Returns a query for the keys after one.
    public func starting<Element>(after key: Key) -> Self where Order == ByKey<Element> {
        TreeQuery(request: request.bounded(.lower, by: key, isInclusive: false))
    }

    /// Returns a query for the keys up to one, including that.
    public func ending<Element>(at key: Key) -> Self where Order == ByKey<Element> {
        TreeQuery(request: request.bounded(.upper, by: key))
    }

    /// Returns a query for the keys before one.
    public func ending<Element>(before key: Key) -> Self where Order == ByKey<Element> {
        TreeQuery(request: request.bounded(.upper, by: key, isInclusive: false))
    }

    /// Returns a query for the child with a key, if it exists.
    public func equal<Element>(to key: Key) -> Self where Order == ByKey<Element> {
        TreeQuery(request: request.bounded(.both, by: key))
    }
}

/// The bounds of an order by value. They have the schema's type for the value, and are compared as
/// the tree compares values: see ``ordered(by:)``.
extension TreeQuery {
    /// Returns a query for the values from one on.
    ///
    /// ```swift
    /// .ordered(by: \.score).starting(at: 100)
    /// ```
    ///
    /// Without another bound, the children with a value of a later type are included, as in
    /// Firebase: after the numbers come the strings.
    public func starting<Bound: Encodable>(at value: Bound) -> Self
    where Order == ByValue<Bound> {
        TreeQuery(request: request.bounded(.lower, by: value))
    }

    /// Returns a query for the values after one. Those of a later type are included, as in
    /// `starting(at:)`.
    public func starting<Bound: Encodable>(after value: Bound) -> Self
    where Order == ByValue<Bound> {
        TreeQuery(request: request.bounded(.lower, by: value, isInclusive: false))
    }

    /// Returns a query for the values up to one, including that.
    ///
    /// Without another bound, the children with a value of an earlier type are included, as in
    /// Firebase, and so are the children **without a value**.
    public func ending<Bound: Encodable>(at value: Bound) -> Self
    where Order == ByValue<Bound> {
        TreeQuery(request: request.bounded(.upper, by: value))
    }

    /// Returns a query for the values before one. Children without a value are included, as in
    /// `ending(at:)`.
    public func ending<Bound: Encodable>(before value: Bound) -> Self
    where Order == ByValue<Bound> {
        TreeQuery(request: request.bounded(.upper, by: value, isInclusive: false))
    }

    /// Returns a query for the children with exactly this value.
    ///
    /// ```swift
    /// .ordered(by: \.owner).equal(to: ana)
    /// ```
    ///
    /// If the type is optional, `nil` selects the children without a value.
    public func equal<Bound: Encodable>(to value: Bound) -> Self
    where Order == ByValue<Bound> {
        TreeQuery(request: request.bounded(.both, by: value))
    }
}
