import TypedDatabase

/// The state of a stream, whose transitions return what to do next.
package struct StreamState {
    package enum Action: Hashable {
        case connect

        /// With a new token; after a delay if the last new one has failed as well.
        case connectWithNewToken(afterFailures: Int)
        case wait(afterFailures: Int)
        case fail(TreeDatabaseError)
    }

    /// The end of a connection.
    package enum End: Hashable {
        /// The connection broke, was silent, couldn't be made, or its data was malformed.
        case lost
        /// The server has refused the stream, or ended it for a reason.
        case refused(TreeDatabaseError)
    }

    private let canRenewToken: Bool
    private var failureCount = 0
    private var hasRenewedToken = false
    private var renewalCount = 0

    package init(canRenewToken: Bool) {
        self.canRenewToken = canRenewToken
    }

    /// Resets all failures, since the whole state has been received.
    package mutating func received() {
        failureCount = 0
        hasRenewedToken = false
    }

    /// Notes that the server has left the stream open for a while.
    package mutating func keptAlive() {
        renewalCount = 0
    }

    package mutating func ended(_ end: End) -> Action {
        switch end {
        case .refused(let error) where error.kind == .unauthenticated:
            guard canRenewToken, !hasRenewedToken else { return .fail(error) }
            hasRenewedToken = true
            renewalCount += 1
            return .connectWithNewToken(afterFailures: renewalCount - 1)
        case .refused(let error) where error.kind != .unavailable:
            return .fail(error)
        case .lost, .refused:
            failureCount += 1
            return .wait(afterFailures: failureCount)
        }
    }
}
