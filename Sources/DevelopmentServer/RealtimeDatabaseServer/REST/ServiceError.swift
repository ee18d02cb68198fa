import TypedDatabase

import struct PathSchema.SourceLines
import struct PathSchema.SourceText

/// An error response of the service: a status and a message.
struct ServiceError: Error {
    let status: Int
    let message: String

    /// The rules that refused a request, and the values that decided, for the page only.
    var explanation: String?

    init(_ status: Int, _ message: String) {
        self.status = status
        self.message = message
    }

    static let permissionDenied = ServiceError(401, "Permission denied")
    static let invalidToken = ServiceError(401, "Could not parse auth token.")
    static let invalidPath = ServiceError(400, "Invalid path: Invalid token in path")
    static let noData = ServiceError(400, "Error: No data supplied.")
    static let notJSON = ServiceError(
        400, "Invalid data; couldn't parse JSON object, array, or value.")
    static let noObject = ServiceError(
        400,
        "Invalid data; couldn't parse JSON object. "
            + "Are you sending a JSON object with valid key names?")

    static func invalidKey(at offset: Int, in body: [UInt8]) -> ServiceError {
        ServiceError(
            400,
            "Invalid data; couldn't parse key beginning at \(position(of: offset, in: body)). "
                + "Key value can't be empty or contain $ # [ ] / or .")
    }

    private static func position(of offset: Int, in text: [UInt8]) -> SourceLines.Position {
        SourceLines(SourceText(name: "", utf8: text)).position(of: offset)
    }

    /// Makes the response to an engine's error.
    init(_ error: any Error) {
        switch error {
        case let error as ServiceError: self = error
        case let error as TreeDatabaseError
        where error.kind == .invalidKey || error.kind == .invalidValue:
            self.init(400, "Invalid data; \(error)")
        case is Blocking.TimedOut: self.init(400, "The read took longer than its timeout.")
        default: self.init(500, "Internal server error: \(error)")
        }
    }

    var response: HTTPResponse { response(isExplained: false) }

    func response(isExplained: Bool) -> HTTPResponse {
        var members: [(String, TreeValue?)] = [("error", .string(message))]
        if isExplained, let explanation { members.append(("explanation", .string(explanation))) }
        return HTTPResponse(
            status: status, headers: [("Content-Type", "application/json; charset=utf-8")],
            body: ServiceJSONWriter.bytes(ofObject: members, isPretty: true))
    }
}
