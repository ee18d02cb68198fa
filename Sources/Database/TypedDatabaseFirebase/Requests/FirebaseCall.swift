import DatabaseTransport
import TypedDatabase

/// A request to the database, before it has a token and a URL.
struct FirebaseCall: Sendable {
    var method: HTTPMethod
    var place: TreePlace
    var parameters: [(name: String, value: String)] = []
    var headers: [String: String] = [:]
    var body: [UInt8]?
    var repetition = CallRepetition.harmless

    /// The order that a query needs an index for, for the error's message.
    var order = TreeSelection.Order.key

    var isRead: Bool { method == .get }
}

extension FirebaseCall: RepeatableCall {
    var errorPlace: TreePlace? { place }

    func verdict(on response: HTTPResponse) -> CallVerdict {
        switch response.head.status {
        case 200..<300: .done
        case 412 where repetition == .conditional: .conditionNotMet
        case 429: .busy(mayBeDone: false, message: ServerAnswer(response).words)
        case 408, 500...599: .busy(mayBeDone: true, message: ServerAnswer(response).words)
        default: .refused(ServerAnswer(response).error(for: self))
        }
    }
}
