import TypedPaths

/// The children of a query as they are now, then what changes: see ``TreeQuery/changes()``.
///
/// The first element has all children there are, as added ones; it may be empty. No later one is,
/// except where only ``Children/invalidKeys`` are others.
///
/// Memory is bounded by the collection, however slowly the elements are taken: changes that haven't been
/// taken are merged. It ends when the task is cancelled, and throws an error that stays. Each iterator
/// subscribes when it is first asked, and unsubscribes when it is gone.
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

    public struct Iterator: AsyncIteratorProtocol {
        private var subscription: Subscription
        private var state: ChildrenState
        private let source: ChildSource
        private var isFirst = true

        fileprivate init(_ request: ChildrenRequest) {
            subscription = Subscription(
                request.database.engine, request.place, request.checkedSelection)
            state = ChildrenState(request.selection, isReversed: request.isReversed)
            source = request.source
        }

        /// The next changes, with keys made where the caller is isolated; `nil` at the end.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws -> ChildrenChanges<Key, Value>? {
            while let updates = try await subscription.next() {
                let changes = state.update(updates, source.node(Key.self, Value.self))
                if changes == nil && !isFirst { continue }
                isFirst = false
                return ChildrenChanges(changes ?? [], children: state.children())
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
