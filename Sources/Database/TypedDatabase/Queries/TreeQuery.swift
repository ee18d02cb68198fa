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
        // The order doesn't matter for a count of all children.
        return try await database.engine.count(of: place, selection.isCut ? selection : .all)
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
