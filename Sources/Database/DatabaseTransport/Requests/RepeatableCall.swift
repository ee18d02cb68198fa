import TypedDatabase

/// A request to a server, which ``CallState`` sends again where that is safe.
package protocol RepeatableCall: Sendable {
    /// The place that errors name; `nil` for the whole database.
    var errorPlace: TreePlace? { get }

    /// Whether the call changes nothing.
    var isRead: Bool { get }

    /// The effect of sending the call again after its answer was lost.
    var repetition: CallRepetition { get }

    /// Returns the meaning of an answer that isn't a redirection.
    func verdict(on response: HTTPResponse) -> CallVerdict
}

/// The effect of sending a call again after its answer was lost.
package enum CallRepetition: Hashable, Sendable {
    /// Idempotent: the state is the same, however often the call is made.
    case harmless
    /// The call takes effect once at most; then the second answer is that the condition isn't
    /// met.
    case conditional
    /// The call would take effect twice.
    case harmful
}

/// The meaning of a server's answer.
package enum CallVerdict: Sendable {
    /// The call is done.
    case done

    /// The condition of a conditional call isn't met, and nothing was done.
    case conditionNotMet

    /// The server can't do it now. It may have been done, or not.
    case busy(mayBeDone: Bool, message: String)

    /// The call failed for good, or until there is another token.
    case refused(TreeDatabaseError)
}
