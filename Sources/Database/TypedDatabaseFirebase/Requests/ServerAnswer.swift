import DatabaseTransport
import TypedDatabase

/// An answer by which the server refuses a request.
struct ServerAnswer {
    let status: Int

    /// The server's message.
    let words: String

    init(_ response: HTTPResponse) {
        status = response.head.status
        if case .string(let text)? = (try? JSONReader.value(response.body))??.children["error"] {
            words = text
        } else if response.body.isEmpty {
            words = "status \(status)"
        } else {
            // A proxy's page, for example.
            words =
                "status \(status): \(String(decoding: response.body.prefix(200), as: UTF8.self))"
        }
    }

    func error(for call: FirebaseCall) -> TreeDatabaseError {
        TreeDatabaseError(kind, at: call.place, advice(call).map { "\(words) (\($0))" } ?? words)
    }

    private var kind: TreeDatabaseError.Kind {
        let words = words.lowercased()
        switch status {
        case 401 where words.contains("permission"), 403: return .permissionDenied
        case 401: return .unauthenticated
        case 404: return .noSuchDatabase
        case 408, 429: return .unavailable
        case 412: return .conflict
        case 413: return .tooLarge
        case 400 where words.contains("index not defined"): return .indexMissing
        case 400 where words.contains("exceeds") || words.contains("too large"): return .tooLarge
        case 400..<500: return .badRequest
        default: return .unavailable
        }
    }

    private func advice(_ call: FirebaseCall) -> String? {
        switch kind {
        case .permissionDenied:
            "the rules don't allow this user to \(call.isRead ? "read" : "write") it"
        case .unauthenticated: "the server doesn't accept the token"
        case .indexMissing: "in the rules file: \(rule(call))"
        default: nil
        }
    }

    /// Returns the index that a query needs, as written in the rules.
    private func rule(_ call: FirebaseCall) -> String {
        let name =
            switch call.order {
            case .key: "$key"
            case .value: ".value"
            case .child(let place): place.description
            }
        let keys = ["rules"] + call.place.keys.map(\.text)
        return keys.map { "{ \($0.debugDescription): " }.joined()
            + "{ \".indexOn\": [\(name.debugDescription)] }"
            + String(repeating: " }", count: keys.count)
    }
}
