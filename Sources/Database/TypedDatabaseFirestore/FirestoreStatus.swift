import TypedDatabase

/// The reason why Firestore refuses a request or a target: a name of `google.rpc.Code`.
struct FirestoreStatus: Error, Hashable {
    let name: String

    let message: String

    init(name: String, message: String) {
        self.name = name
        self.message = message
    }

    /// Makes the status of a numeric code, as in streams.
    init(code: Int, message: String) {
        let names = Self.names
        self.init(name: names.indices.contains(code) ? names[code] : "UNKNOWN", message: message)
    }

    /// The names by number: https://github.com/googleapis/googleapis/blob/master/google/rpc/code.proto
    private static let names = [
        "OK", "CANCELLED", "UNKNOWN", "INVALID_ARGUMENT", "DEADLINE_EXCEEDED", "NOT_FOUND",
        "ALREADY_EXISTS", "PERMISSION_DENIED", "RESOURCE_EXHAUSTED", "FAILED_PRECONDITION",
        "ABORTED", "OUT_OF_RANGE", "UNIMPLEMENTED", "INTERNAL", "UNAVAILABLE", "DATA_LOSS",
        "UNAUTHENTICATED",
    ]

    /// Whether a condition of a write may be the reason.
    var isConditionNotMet: Bool {
        ["FAILED_PRECONDITION", "NOT_FOUND", "ALREADY_EXISTS"].contains(name)
            && kind != .noSuchDatabase
    }

    /// The kind of the error to throw.
    var kind: TreeDatabaseError.Kind {
        let words = message.lowercased()
        switch name {
        case "PERMISSION_DENIED": return .permissionDenied
        case "UNAUTHENTICATED": return .unauthenticated
        // The emulator's words for a token that it can't read.
        case "INVALID_ARGUMENT" where words.contains("jwt"): return .unauthenticated
        case "INVALID_ARGUMENT" where words.contains("too large"): return .tooLarge
        case "INVALID_ARGUMENT" where words.contains("longer than"): return .tooLarge
        case "RESOURCE_EXHAUSTED" where words.contains("maximum size"): return .tooLarge
        case "RESOURCE_EXHAUSTED" where words.hasPrefix("status 413"): return .tooLarge
        case "NOT_FOUND" where words.contains("database"): return .noSuchDatabase
        case "FAILED_PRECONDITION" where words.contains("index"): return .indexMissing
        case "FAILED_PRECONDITION", "NOT_FOUND", "ALREADY_EXISTS": return .conflict
        case "INVALID_ARGUMENT", "OUT_OF_RANGE", "UNIMPLEMENTED": return .badRequest
        default: return .unavailable
        }
    }

    /// Whether the request may have been done nevertheless, if it was a write.
    var mayBeDone: Bool { name != "ABORTED" && name != "RESOURCE_EXHAUSTED" }

    /// Returns the error for a place.
    func error(at place: TreePlace?) -> TreeDatabaseError {
        let advice =
            switch kind {
            case .permissionDenied: " (the rules don't allow this user to do it)"
            case .unauthenticated: " (the server doesn't accept the token)"
            default: ""
            }
        return TreeDatabaseError(kind, at: place, message + advice)
    }
}

// MARK: - Answers

extension FirestoreStatus {
    /// Reads the status of an unsuccessful answer.
    init(httpStatus: Int, body: [UInt8]) {
        let answer = (try? JSONReader.value(body)) ?? nil
        // An error of a query may be an element of an array.
        let error = (answer.children["error"] ?? answer.children["0"]?.children["error"])?.children
        if case .string(let message)? = error?["message"] {
            guard case .string(let name)? = error?["status"] else {
                self.init(name: Self.name(ofHTTP: httpStatus), message: message)
                return
            }
            self.init(name: name, message: message)
        } else {
            let text = String(decoding: body.prefix(200), as: UTF8.self)
            self.init(
                name: Self.name(ofHTTP: httpStatus),
                message: "status \(httpStatus)" + (text.isEmpty ? "" : ": \(text)"))
        }
    }

    private static func name(ofHTTP status: Int) -> String {
        switch status {
        case 401: "UNAUTHENTICATED"
        case 403: "PERMISSION_DENIED"
        case 413: "RESOURCE_EXHAUSTED"
        case 429: "RESOURCE_EXHAUSTED"
        case 408, 500...: "UNAVAILABLE"
        default: "INVALID_ARGUMENT"
        }
    }
}

extension TreeValue? {
    fileprivate var children: TreeChildren { self?.children ?? TreeChildren() }
}

// MARK: - In streams

extension FirestoreStatus {
    /// Parses the cause of a target's removal, `{"code":7,"message":"…"}`, or the error of a session,
    /// which has the status' name: `{"status":"UNKNOWN","message":null}`.
    init(_ reader: inout JSONReader) throws(JSONError) {
        var code: Int?
        var name: String?
        var message: String?
        try reader.members { key, reader throws(JSONError) in
            switch key {
            case "code": code = try reader.integer()
            case "status": name = try reader.stringIfAny()
            case "message": message = try reader.stringIfAny()
            default: try reader.skipValue()
            }
        }
        let text = message ?? "the server gives no reason"
        if let name {
            self.init(name: name, message: text)
        } else {
            self.init(code: code ?? 2, message: text)
        }
    }

    var isUnauthenticated: Bool { kind == .unauthenticated }

    /// Whether the server is too busy for this client.
    var isExhausted: Bool { name == "RESOURCE_EXHAUSTED" }
}
