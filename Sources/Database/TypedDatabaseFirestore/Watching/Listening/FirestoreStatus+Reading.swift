import TypedDatabase

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
