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
        /// The same state, however often it is done.
        case harmless
        /// It is done once at most; if it was, the second answer is that the condition isn't met.
        case conditional
        /// It would be done twice.
        case harmful
    }

    /// The order that a query needs an index for, for the message if there is none.
    var order = TreeSelection.Order.key

    var isRead: Bool { method == .get }
}
