import Observation
import TypedPaths

/// The current value at a path, for a view that shows it.
///
/// ```swift
/// struct RoomTitle: View {
///     @State private var name: LiveValue<String>
///
///     init(_ database: TreeDatabase, _ room: Path<Chatroom>) {
///         name = LiveValue(database.snapshots(at: room.name))
///     }
///
///     var body: some View { Text(name.value ?? "…") }          // updates itself
/// }
/// ```
///
/// It subscribes when it is first read, not when it is made, and unsubscribes when it is released.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
@MainActor
public final class LiveValue<Value: Decodable>: Observable {
    private let state: LiveState<(value: Value?, isFromCache: Bool)>

    /// Makes the live value of `TreeDatabase.snapshots(at:)`.
    public init(_ snapshots: ValueSnapshots<Value>) {
        state = LiveState {
            var iterator = snapshots.makeAsyncIterator()
            return {
                guard let value = try await iterator.next(isolation: MainActor.shared) else {
                    return nil
                }
                return (value, iterator.isFromCache)
            }
        }
    }

    /// The current value; `nil` if the path is empty, or the value is loading. After a failure, the
    /// last known one.
    public var value: Value? {
        state.subscribe()
        return state.latest?.value
    }

    /// Whether the value is one that the engine has kept, since it hasn't heard of the server yet.
    public var isFromCache: Bool {
        state.subscribe()
        return state.latest?.isFromCache ?? false
    }

    /// Whether neither a value nor a failure has arrived yet.
    public var isLoading: Bool {
        state.subscribe()
        return state.isLoading
    }

    /// The reason why the value isn't known, or is outdated.
    ///
    /// A `DecodingError` is followed by the next value that can be decoded. Any other error stays
    /// until ``retry()``.
    public var failure: (any Error)? {
        state.subscribe()
        return state.failure
    }

    /// Subscribes again after a failure.
    public func retry() {
        state.retry()
    }
}
