import TypedPaths

/// The current children of a query, then each change: see ``TreeQuery/changes()``.
///
/// The first element has all current children as additions, and may be empty. Later ones are never
/// empty, except if only ``Children/invalidKeys`` or ``Children/isFromCache`` have changed.
///
/// Memory is bounded by the collection's size, however slow the iteration is: pending changes are
/// merged. The sequence ends when the task is cancelled, and throws errors that are permanent. Each
/// iterator subscribes at the first `next()`, and unsubscribes when it is released.
public struct TreeChanges<Key: PathKey, Value>: AsyncSequence, Sendable {
    public typealias Element = ChildrenChanges<Key, Value>
    public typealias Failure = any Error

    private let request: ChildrenRequest

    init(_ request: ChildrenRequest) {
        self.request = request
    }

    public func makeAsyncIterator() -> Iterator {
        Iterator(request)
    }

    /// A subscription to the changes.
    public struct Iterator: AsyncIteratorProtocol {
        private var subscription: Subscription
        private var state: ChildrenState
        private let source: ChildSource
        private var isFirst = true
        private var isFromCache = false

        fileprivate init(_ request: ChildrenRequest) {
            subscription = Subscription(
                request.database.engine, request.place, request.checkedSelection)
            state = ChildrenState(request.selection, isReversed: request.isReversed)
            source = request.source(of: Value.self)
        }

        /// Returns the next changes, with keys made in the caller's isolation; `nil` at the end.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws -> ChildrenChanges<Key, Value>? {
            while let updates = try await subscription.next() {
                let changes = state.update(updates, source.node(Key.self, Value.self))
                let wasFromCache = isFromCache
                isFromCache = subscription.isFromCache
                if changes == nil && !isFirst && isFromCache == wasFromCache { continue }
                isFirst = false
                var children: Children<Key, Value> = state.children()
                children.isFromCache = isFromCache
                return ChildrenChanges(changes ?? [], children: children)
            }
            return nil
        }

        public nonisolated(nonsending) mutating func next() async throws
            -> ChildrenChanges<Key, Value>?
        {
            try await next(isolation: #isolation)
        }
    }
}
