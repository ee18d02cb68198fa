import DatabaseTransport
import TypedDatabase

/// A request to Firestore, before it has a token.
struct FirestoreCall: Sendable {
    enum Method: String, Sendable {
        case batchGet
        case commit
        case runQuery
        case runAggregationQuery
    }

    var method: Method

    /// The document or root below which the method is called.
    var parent = TreePlace.root
    var body: [UInt8]
    var errorPlace: TreePlace?
    var repetition = CallRepetition.harmless

    /// Whether the server may refuse the call because a condition isn't met.
    var hasCondition = false
}

extension FirestoreCall: RepeatableCall {
    var isRead: Bool { method != .commit }

    func verdict(on response: HTTPResponse) -> CallVerdict {
        if 200..<300 ~= response.head.status { return .done }
        let status = FirestoreStatus(httpStatus: response.head.status, body: response.body)
        if hasCondition, status.isConditionNotMet { return .conditionNotMet }
        let error = status.error(at: errorPlace)
        if error.kind == .unavailable {
            return .busy(mayBeDone: status.mayBeDone, message: status.message)
        }
        return .refused(error)
    }
}
