import TypedPaths

/// The children of a query, each time they change: see ``TreeQuery/snapshots()``.
///
/// Snapshots share memory, so that keeping one costs little. Intermediate states may be skipped if
/// they come faster than they are taken, but never the last; equal ones aren't repeated. The
/// sequence ends when the task is cancelled, and throws errors that are permanent. Each iterator
/// subscribes at the first `next()`, and unsubscribes when it is released.
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

    /// A subscription to the snapshots.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate var base: TreeChanges<Key, Value>.Iterator

        /// Returns the next state, with keys made in the caller's isolation; `nil` at the end.
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
