/// A client's request.
public struct HTTPRequest: Sendable {
    /// The method, such as `GET`.
    public var method: String

    /// The path, with the query after `?`, as sent.
    public var target: String

    /// The values of the header's fields by their lowercase names. The values of a repeated field
    /// are joined by commas.
    public var headers: [String: String]
    /// The bytes of the body; empty without one.
    public var body: [UInt8]

    /// Whether the client wants to reuse the connection for another request.
    var keepsConnection: Bool
}

extension HTTPRequest {
    /// Whether the request's host, if any, is this machine by its own name or address (RFC 9110,
    /// section 7.2, and RFC 3986, section 3.2).
    var isForThisMachine: Bool {
        guard let field = headers["host"]?.lowercased(), !field.isEmpty else { return true }
        let hostEnd =
            field.hasPrefix("[")
            ? field.firstIndex(of: "]").map(field.index(after:)) : field.firstIndex(of: ":")
        let host = field[..<(hostEnd ?? field.endIndex)]
        let port = field[host.endIndex...]
        guard port.isEmpty || port.first == ":" && port.utf8.dropFirst().allSatisfy(\.isDigit)
        else { return false }
        return Self.isThisMachine(host)
    }

    private static func isThisMachine(_ host: Substring) -> Bool {
        if host == "localhost" || host == "[::1]" { return true }
        let numbers = host.split(separator: ".", omittingEmptySubsequences: false)
        return numbers.count == 4 && numbers[0] == "127"
            && numbers.allSatisfy { text in UInt8(text).map { "\($0)" == text } ?? false }
    }
}
