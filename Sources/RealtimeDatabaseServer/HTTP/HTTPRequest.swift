/// A request as a client has sent it.
public struct HTTPRequest: Sendable {
    public var method: String

    /// The path and what comes after `?`, as sent.
    public var target: String

    /// The values of the header's fields by their names in lowercase. Of a field that was sent more than
    /// once the values are joined by commas.
    public var headers: [String: String]
    public var body: [UInt8]

    /// Whether the client wants to send another request over the same connection.
    var keepsConnection: Bool
}

extension HTTPRequest {
    /// Whether the host that it names, if any, is this machine by its own name or address.
    var isForThisMachine: Bool {
        guard let field = headers["host"]?.lowercased(), !field.isEmpty else { return true }
        if field.hasPrefix("[") { return field.hasPrefix("[::1]") }
        let host = field.prefix { $0 != ":" }
        return host == "localhost"
            || host.hasPrefix("127.") && host.allSatisfy { "0"..."9" ~= $0 || $0 == "." }
    }
}
