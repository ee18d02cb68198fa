import Observation
import TypedPaths

/// The value at a path, for a view that shows it.
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
/// It subscribes when it is first read, not when it is made, and unsubscribes when nobody has it any
/// more.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
@MainActor
public final class LiveValue<Value: Decodable>: Observable {
    private let state: LiveState<Value?>

    /// Observes the value of `TreeDatabase.snapshots(at:)`.
    public init(_ snapshots: ValueSnapshots<Value>) {
        state = LiveState {
            var iterator = snapshots.makeAsyncIterator()
            return { try await iterator.next(isolation: MainActor.shared) }
        }
    }

    /// The value now; `nil` if there is none, or it isn't known yet. After a failure, the last that was
    /// known.
    public var value: Value? {
        state.subscribe()
        return state.latest ?? nil
    }

    /// Whether nothing is known yet.
    public var isLoading: Bool {
        state.subscribe()
        return state.isLoading
    }

    /// Why the value isn't known, or isn't known any more.
    ///
    /// A `DecodingError` goes away when there is a value again that can be decoded. Any other stays
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
