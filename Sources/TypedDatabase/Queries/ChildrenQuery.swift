import TypedPaths

/// A question about the children of a place: which of them, and in which order.
///
/// ```swift
/// func show(_ messages: some ChildrenQuery<MessageID, Message>) async throws {
///     for try await snapshot in messages.snapshots() { … }
/// }
///
/// try await show(database.children(of: room.messages).last(50))
/// ```
///
/// A query is a value; nothing happens until it is asked. It begins with
/// ``TreeDatabase/children(of:)``.
public protocol ChildrenQuery<Key, Value> {
    /// The collection's key type.
    associatedtype Key: PathKey

    /// What the children are read as.
    associatedtype Value

    /// What is asked for. Only this library has a use for it.
    var request: ChildrenRequest { get }
}

extension ChildrenQuery {
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

    /// Reads the keys of the children, and not what is at them if the engine can avoid that.
    ///
    /// ```swift
    /// let newest = try await database.children(of: room.messages).last(1).keys()
    /// ```
    public nonisolated(nonsending) func keys() async throws -> ChildKeys<Key> {
        try await request.keys()
    }

    /// Counts the children, and doesn't read what is at them if the engine can avoid that.
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

    /// The children as they are now, and from then on what has changed.
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

/// A query whose answer isn't cut by a number: it can be, and it can be read in pages.
public protocol UnlimitedQuery<Key, Value>: ChildrenQuery {}

extension UnlimitedQuery {
    /// Of the children, in the order of the query, the first so many.
    public func first(_ maximumCount: Int) -> LimitedQuery<Key, Value> {
        LimitedQuery(request: request.first(maximumCount))
    }

    /// Of the children, in the order of the query, the last so many. They stay in that order.
    ///
    /// ```swift
    /// .ordered(by: \.score).last(10)               // the ten best, the best one last
    /// .ordered(by: \.score).reversed().first(10)   // the ten best, the best one first
    /// ```
    public func last(_ maximumCount: Int) -> LimitedQuery<Key, Value> {
        LimitedQuery(request: request.last(maximumCount))
    }
}

/// A query for the first or the last so many children.
///
/// It has no pages: the pages of ``UnlimitedQuery/pages(of:after:)`` are the better way to read on.
public struct LimitedQuery<Key: PathKey, Value>: ChildrenQuery, Sendable {
    public let request: ChildrenRequest

    /// The same children, the other way round.
    public func reversed() -> Self {
        LimitedQuery(request: request.reversed())
    }
}
