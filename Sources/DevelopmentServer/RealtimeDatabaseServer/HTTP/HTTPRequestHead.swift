import Foundation

/// The first line and the fields of a request.
struct HTTPRequestHead {
    let method: String
    let target: String
    let headers: [String: String]
    let bodyLength: BodyLength
    let keepsConnection: Bool

    enum BodyLength {
        case none
        case bytes(Int)
        case chunked
    }

    init(_ bytes: ArraySlice<UInt8>) throws(HTTPFailure) {
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.utf8.elementsEqual(bytes) else {
            throw HTTPFailure(status: 400, reason: "The request's header is no UTF-8.")
        }
        var lines = text.components(separatedBy: "\r\n")[...]
        let parts = lines.removeFirst().split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 3, Self.isToken(parts[0]), !parts[1].isEmpty else {
            throw HTTPFailure(status: 400, reason: "The request's first line is invalid.")
        }
        guard parts[2] == "HTTP/1.1" || parts[2] == "HTTP/1.0" else {
            throw HTTPFailure(status: 505, reason: "This server speaks HTTP/1.1.")
        }
        method = String(parts[0])
        target = String(parts[1])
        headers = try Self.fields(lines)
        bodyLength = try Self.bodyLength(headers)
        let connection = headers["connection"]?.lowercased() ?? ""
        keepsConnection =
            parts[2] == "HTTP/1.1" ? !connection.contains("close") : connection == "keep-alive"
    }

    private static func fields(_ lines: ArraySlice<String>) throws(HTTPFailure) -> [String: String]
    {
        var fields: [String: String] = [:]
        for line in lines {
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, isToken(parts[0]) else {
                throw HTTPFailure(
                    status: 400, reason: "A field of the request's header is invalid.")
            }
            let name = parts[0].lowercased()
            let value = parts[1].trimmingCharacters(in: .whitespaces)
            fields[name] = fields[name].map { "\($0), \(value)" } ?? value
        }
        return fields
    }

    /// Returns the length of the body. A request with contradicting lengths could be read as two
    /// requests.
    private static func bodyLength(_ headers: [String: String]) throws(HTTPFailure) -> BodyLength {
        switch (headers["content-length"], headers["transfer-encoding"]?.lowercased()) {
        case (nil, nil): return .none
        case (nil, "chunked"?): return .chunked
        case (nil, _?):
            throw HTTPFailure(status: 501, reason: "The only transfer coding known is chunked.")
        case (let length?, nil):
            guard length.utf8.allSatisfy(\.isDigit), let count = Int(length) else {
                throw HTTPFailure(status: 400, reason: "The request's length is invalid.")
            }
            return .bytes(count)
        case (_?, _?):
            throw HTTPFailure(status: 400, reason: "The request has a length and is chunked.")
        }
    }

    private static func isToken(_ text: Substring) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "a")...UInt8(ascii: "z"):
                    true
                default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
                }
            }
    }
}
