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

    /// Whether the request comes from no web page, or from this server's own page.
    ///
    /// Any page in a browser can send requests to this machine. Browsers tell a page's origin with
    /// all but simple reads, and the relation to it with these, unless a person opens the address.
    var isFromOwnPage: Bool {
        if let origin = headers["origin"] {
            guard let host = headers["host"], !host.isEmpty,
                origin.lowercased() == "http://\(host.lowercased())"
            else { return false }
        }
        switch headers["sec-fetch-site"] {
        case "cross-site", "same-site": return headers["sec-fetch-mode"] == "navigate"
        default: return true
        }
    }

    private static func isThisMachine(_ host: Substring) -> Bool {
        if host == "localhost" || host == "[::1]" { return true }
        let numbers = host.split(separator: ".", omittingEmptySubsequences: false)
        return numbers.count == 4 && numbers[0] == "127"
            && numbers.allSatisfy { text in UInt8(text).map { "\($0)" == text } ?? false }
    }
}
