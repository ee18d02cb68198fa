import Observation
import TypedPaths

/// The current children of a query, for a view that lists them.
///
/// ```swift
/// struct Messages: View {
///     @State private var messages: LiveChildren<MessageID, Message>
///
///     init(_ database: TreeDatabase, _ room: Path<Chatroom>) {
///         messages = LiveChildren(database.children(of: room.messages).last(50))
///     }
///
///     var body: some View {
///         List(messages.children) { message in
///             if let message = try? message.value { Text(message.text) }
///         }
///     }
/// }
/// ```
///
/// It subscribes when it is first read, not when it is made, and unsubscribes when it is released.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
@MainActor
public final class LiveChildren<Key: PathKey, Value>: Observable {
    private let state: LiveState<Children<Key, Value>>

    /// Makes the children of a query, which may be limited: `database.children(of:
    /// room.messages).last(50)`.
    public init<Order>(_ query: TreeQuery<Key, Value, Order>) {
        let snapshots = query.snapshots()
        state = LiveState {
            var iterator = snapshots.makeAsyncIterator()
            return { try await iterator.next(isolation: MainActor.shared) }
        }
    }

    /// The current children; none while they are loading. After a failure, the last known ones.
    public var children: Children<Key, Value> {
        state.subscribe()
        return state.latest ?? Children()
    }

    /// Whether the children are those that the engine has kept, since it hasn't heard of the server
    /// yet.
    public var isFromCache: Bool { children.isFromCache }

    /// Whether neither children nor a failure have arrived yet.
    public var isLoading: Bool {
        state.subscribe()
        return state.isLoading
    }

    /// The reason why the children aren't known, or are outdated. It stays until ``retry()``.
    public var failure: (any Error)? {
        state.subscribe()
        return state.failure
    }

    /// Subscribes again after a failure.
    public func retry() {
        state.retry()
    }
}
