/// The state of an engine's connection to its data.
///
/// ```swift
/// for await state in database.connection {
///     notice = state.reason.map { "Offline: \($0.message)" }
/// }
/// ```
public enum ConnectionState: Hashable, Sendable {
    /// The data hasn't been reached yet, and no attempt has failed.
    case connecting

    /// The latest attempt to reach the data succeeded.
    case connected

    /// The latest attempt to reach the data failed, for a reason.
    case disconnected(reason: TreeDatabaseError)

    /// The reason why the data can't be reached; `nil` unless the state is
    /// ``disconnected(reason:)``.
    public var reason: TreeDatabaseError? {
        if case .disconnected(let reason) = self { reason } else { nil }
    }
}
