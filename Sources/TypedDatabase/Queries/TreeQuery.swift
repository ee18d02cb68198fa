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
    public func children<Value>(
        of collection: Path<Value>.Collection
    ) -> TreeQuery<String, Value, ByKey<Value>> {
        TreeQuery(request: ChildrenRequest(self, TreePlace(collection)))
    }

    /// The children of a collection with typed keys.
    public func children<Key: PathKey, Value>(
        of collection: Path<Value>.KeyedCollection<Key>
    ) -> TreeQuery<Key, Value, ByKey<Value>> {
        TreeQuery(request: ChildrenRequest(self, TreePlace(collection)))
    }

    /// The children of a collection, for code that is generic over collections.
    @_disfavoredOverload
    public func children<Collection: CollectionPath>(
        of collection: Collection
    ) -> TreeQuery<Collection.Key, Collection.Value, ByKey<Collection.Value>> {
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
    ) -> TreeQuery<Collection.Key, Value, ByKey<Collection.Value>> {
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
    ) -> TreeQuery<Key, Value, ByKey<Value>> {
        TreeQuery(request: ChildrenRequest(self, TreePlace(path)))
    }

    /// The inner collections of a place that takes any key, beside those that the schema names.
    public func children<Key: PathKey, Inner: CollectionPath>(
        of path: some PathProtocol, by child: (Key) -> Inner
    ) -> TreeQuery<Key, Inner, ByKey<Inner>> {
        TreeQuery(request: ChildrenRequest(self, TreePlace(path)))
    }
}

/// A query for the children of a place: some of them, in an order.
///
/// ```swift
/// func show<Order>(_ messages: TreeQuery<MessageID, Message, Order>) async throws {
///     for try await snapshot in messages.snapshots() { … }
/// }
///
/// try await show(database.children(of: room.messages).last(50))
/// ```
///
/// A query is a value; nothing happens until it is asked. It begins with
/// ``TreeDatabase/children(of:)``. `Key` is the collection's key type, and `Value` the type that the children
/// are read as. `Order` says what else the query can be told: ``ByKey``, ``ByValue`` or ``Limited``.
public struct TreeQuery<Key: PathKey, Value, Order>: Sendable {
    let request: ChildrenRequest

    /// The same children, the other way round.
    public func reversed() -> Self {
        TreeQuery(request: request.reversed())
    }
}

/// The order of a query by key. Its bounds are keys, and it can be given another order.
public enum ByKey<Element>: UnlimitedOrder {}

/// The order of a query by a value of each child. Its bounds are values.
public enum ByValue<Bound>: UnlimitedOrder {}

/// The order of a query that asks for the first or the last children only.
///
/// It has no pages: the pages of ``TreeQuery/pages(of:after:)`` are the better way to read on.
public enum Limited {}

/// The order of a query without a limit: it can have one, and it can be read in pages.
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
        let value = try await request.database.engine.read(request.place, selection).value
        return request.children(of: value)
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
    /// `SQLiteEngine` reads keys only, unless bounds are values and there is no index of them.
    /// `FirebaseEngine` asks for the keys only if the query has no bounds but keys, and no limit;
    /// otherwise it reads the children. To show the count of a large collection often, keep it at a
    /// place of its own, with ``TreeWriter/increment(_:by:)``.
    public nonisolated(nonsending) func count() async throws -> Int {
        try await request.count()
    }

    /// The children as they are now, and again each time they have changed.
    ///
    /// ```swift
    /// for try await messages in database.children(of: room.messages).snapshots() { … }
    /// ```
    public func snapshots() -> TreeSnapshots<Key, Value> {
        TreeSnapshots(request)
    }

    /// The children as they are now, and from then on the changes.
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

extension ChildrenRequest {
    nonisolated(nonsending) func keys<Key: PathKey>() async throws -> ChildKeys<Key> {
        let selection = try checkedSelection()
        switch try await database.engine.keys(of: place, selection) {
        case .nothing, .scalar: return ChildKeys([])
        case .children(let keys): return isReversed ? ChildKeys(keys.reversed()) : ChildKeys(keys)
        }
    }
}

extension ChildrenRequest {
    fileprivate nonisolated(nonsending) func count() async throws -> Int {
        let selection = try checkedSelection()
        // The order doesn't matter if nothing is left out.
        return try await database.engine.count(of: place, selection.isCut ? selection : .all)
    }
}

// MARK: - Limits

extension TreeQuery where Order: UnlimitedOrder {
    /// Of the children, in the order of the query, the first so many.
    public func first(_ maximumCount: Int) -> TreeQuery<Key, Value, Limited> {
        TreeQuery<Key, Value, Limited>(request: request.first(maximumCount))
    }

    /// Of the children, in the order of the query, the last so many. They stay in that order.
    ///
    /// ```swift
    /// .ordered(by: \.score).last(10)               // the ten best, the best one last
    /// .ordered(by: \.score).reversed().first(10)   // the ten best, the best one first
    /// ```
    public func last(_ maximumCount: Int) -> TreeQuery<Key, Value, Limited> {
        TreeQuery<Key, Value, Limited>(request: request.last(maximumCount))
    }
}
