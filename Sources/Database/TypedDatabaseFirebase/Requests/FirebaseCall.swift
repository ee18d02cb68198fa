import TypedDatabase

/// A request to the database, before it has a token and a URL.
struct FirebaseCall: Sendable {
    var method: HTTPMethod
    var place: TreePlace
    var parameters: [(name: String, value: String)] = []
    var headers: [String: String] = [:]
    var body: [UInt8]?
    var repetition = Repetition.harmless

    /// The effect of sending the call again after its answer was lost.
    enum Repetition: Hashable, Sendable {
        /// Idempotent: the state is the same, however often the call is made.
        case harmless
        /// The call takes effect once at most; then the second answer is that the condition isn't
        /// met.
        case conditional
        /// The call would take effect twice.
        case harmful
    }

    /// The order that a query needs an index for, for the error's message.
    var order = TreeSelection.Order.key

    var isRead: Bool { method == .get }
}
