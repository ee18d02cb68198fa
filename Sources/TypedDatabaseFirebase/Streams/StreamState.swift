import TypedDatabase

/// Where a stream is in its life: what happens to it, and what to do then.
struct StreamState {
    enum Action: Hashable {
        case connect

        /// With another token than the last; after a pause if that has failed, too.
        case connectWithNewToken(afterFailures: Int)
        case wait(afterFailures: Int)
        case fail(TreeDatabaseError)
    }

    /// How a connection has ended.
    enum End: Hashable {
        /// It broke, was silent, or couldn't be made. Or there was no sense in what came over it.
        case lost
        /// The server has refused it, or ended it for a reason.
        case refused(TreeDatabaseError)
    }

    private let canRenewToken: Bool
    private var failureCount = 0
    private var hasRenewedToken = false
    private var renewalCount = 0

    init(canRenewToken: Bool) {
        self.canRenewToken = canRenewToken
    }

    /// The whole state has come: whatever went wrong before is over.
    mutating func received() {
        failureCount = 0
        hasRenewedToken = false
    }

    /// The server has left the stream open for a while.
    mutating func keptAlive() {
        renewalCount = 0
    }

    mutating func ended(_ end: End) -> Action {
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
