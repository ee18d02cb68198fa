import TypedPaths

/// The children of a query, whenever they change: see ``TreeQuery/snapshots()``.
///
/// Snapshots share what they have in common, so that holding on to one costs little. States in between
/// may be left out if they come faster than they are taken, but never the last; equal ones aren't
/// repeated. It ends when the task is cancelled, and throws an error that stays. Each iterator
/// subscribes when it is first asked, and unsubscribes when it is gone.
public struct TreeSnapshots<Key: PathKey, Value>: AsyncSequence, Sendable {
    public typealias Element = Children<Key, Value>
    public typealias Failure = any Error

    private let changes: TreeChanges<Key, Value>

    init(_ request: ChildrenRequest) {
        changes = TreeChanges(request)
    }

    public func makeAsyncIterator() -> Iterator {
        Iterator(base: changes.makeAsyncIterator())
    }

    public struct Iterator: AsyncIteratorProtocol {
        fileprivate var base: TreeChanges<Key, Value>.Iterator

        /// The next state, with keys made where the caller is isolated; `nil` at the end.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws -> Children<Key, Value>? {
            try await base.next(isolation: actor)?.children
        }

        public nonisolated(nonsending) mutating func next() async throws -> Children<Key, Value>? {
            try await next(isolation: #isolation)
        }
    }
}
