import Foundation

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

// MARK: - Reading

/// A parser of a connection's requests, one after the other.
struct HTTPRequestReader {
    /// The limits of a request's size and duration.
    struct Limits: Sendable {
        /// The maximum number of bytes in a request's first line and fields.
        var head = 64 * 1024

        /// The maximum number of bytes in a request's body.
        var body = 256 * 1024 * 1024

        /// The maximum number of bytes of all connections' unfinished bodies, before the largest
        /// one's connection is ended. A single one may have more, up to ``body``.
        var bodies = 256 * 1024 * 1024

        /// The maximum number of seconds between two requests.
        var idleTime = 120.0

        /// The maximum number of seconds for a request's first line and fields, and between two
        /// parts of its body.
        var readTime = 30.0

        /// The minimum number of bytes of a body per second, once it has taken ``readTime``.
        var bodyRate = 65_536.0

        /// The maximum number of seconds for a whole request, so that a client that sends byte
        /// after byte doesn't occupy a thread indefinitely.
        var requestTime = 120.0
    }

    let socket: Socket
    let limits: Limits
    private let bodies: Backlog<Socket>

    /// The received bytes, of which those from `position` on haven't been parsed yet.
    private var buffer: [UInt8] = []
    private var position = 0

    /// The time by which the whole current request must have arrived.
    private var deadline = 0.0

    /// The beginning of the current body, and the number of bytes received since.
    private var bodyStart = 0.0
    private var bodyCount = 0

    init(_ socket: Socket, _ limits: Limits, _ bodies: Backlog<Socket>) {
        self.socket = socket
        self.limits = limits
        self.bodies = bodies
    }

    /// Returns the next request; `nil` if the client has ended the connection, or is idle for too
    /// long.
    mutating func next() throws -> HTTPRequest? {
        guard try waitForRequest() else { return nil }
        deadline = Clock.now + limits.requestTime
        let head = try HTTPRequestHead(readHead())
        let body = try readBody(head)
        return HTTPRequest(
            method: head.method, target: head.target, headers: head.headers, body: body,
            keepsConnection: head.keepsConnection)
    }

    private mutating func waitForRequest() throws -> Bool {
        // A new array, so that an idle connection doesn't keep the memory of a large body.
        buffer = Array(buffer[position...])
        position = 0
        guard buffer.isEmpty else { return true }
        do {
            return try socket.receive(into: &buffer, within: limits.idleTime)
        } catch {
            return false
        }
    }

    /// Reads the first line and the fields, without the empty line at their end. Preceding empty
    /// lines are skipped (RFC 9112, section 2.2).
    private mutating func readHead() throws -> ArraySlice<UInt8> {
        let headDeadline = Clock.now + limits.readTime
        var searched = 0
        while true {
            while buffer[position...].starts(with: [0x0D, 0x0A]) { position += 2 }
            let end = buffer[max(searched, position)...].indices.first {
                buffer[$0] == 0x0A && buffer[position..<$0].suffix(3) == [0x0D, 0x0A, 0x0D]
            }
            guard (end ?? buffer.count) <= limits.head else {
                throw HTTPFailure(status: 431, reason: "The request's header is too long.")
            }
            if let end {
                defer { position = end + 1 }
                return buffer[position..<(end - 3)]
            }
            searched = buffer.count
            try receive(before: headDeadline)
        }
    }

    private mutating func readBody(_ head: HTTPRequestHead) throws -> [UInt8] {
        (bodyStart, bodyCount) = (Clock.now, 0)
        defer { bodies.remove(bodyCount, of: socket) }
        switch head.bodyLength {
        case .none: return []
        case .bytes(let count):
            try checkBody(count)
            try continueIfExpected(head)
            return try read(count)
        case .chunked:
            try continueIfExpected(head)
            return try readChunks()
        }
    }

    private func continueIfExpected(_ head: HTTPRequestHead) throws {
        guard let expectation = head.headers["expect"] else { return }
        guard expectation.lowercased() == "100-continue" else {
            throw HTTPFailure(status: 417, reason: "The only expectation known is 100-continue.")
        }
        if position == buffer.count {
            try socket.send("HTTP/1.1 100 Continue\r\n\r\n".utf8)
        }
    }

    private func checkBody(_ count: Int) throws {
        guard count <= limits.body else {
            throw HTTPFailure(
                status: 413, reason: "The request's body has more than \(limits.body) bytes.")
        }
    }

    private mutating func readChunks() throws -> [UInt8] {
        var body: [UInt8] = []
        // Bytes other than the body's count towards the head.
        var otherCount = 0
        func nextLine() throws -> ArraySlice<UInt8> {
            let line = try readLine()
            otherCount += max(0, line.count - Self.chunkLengthCount)
            guard otherCount <= limits.head else {
                throw HTTPFailure(status: 431, reason: "There is too much between the chunks.")
            }
            return line
        }
        while true {
            let count = try Self.chunkLength(nextLine())
            if count == 0 { break }
            try checkBody(body.count + min(count, limits.body + 1))
            body += try read(count)
            guard try nextLine().isEmpty else {
                throw HTTPFailure(status: 400, reason: "A chunk of the body is too long.")
            }
        }
        while try !nextLine().isEmpty { otherCount += Self.chunkLengthCount }
        return body
    }

    /// Returns the length at the beginning of a chunk's first line (RFC 9112, section 7.1), which
    /// consists of hexadecimal digits alone, but for extensions after a semicolon.
    private static func chunkLength(_ line: ArraySlice<UInt8>) throws(HTTPFailure) -> Int {
        let digits = line.prefix { $0.hexDigitValue != nil }
        let rest = line[digits.endIndex...].drop { $0 == UInt8(ascii: " ") || $0 == 0x09 }
        guard !digits.isEmpty, rest.first == UInt8(ascii: ";") || digits.endIndex == line.endIndex
        else {
            throw HTTPFailure(status: 400, reason: "A chunk of the body has no valid length.")
        }
        return Int(String(decoding: digits, as: UTF8.self), radix: 16) ?? .max
    }

    /// The maximum number of digits in a chunk's length.
    private static let chunkLengthCount = 16

    private mutating func readLine() throws -> ArraySlice<UInt8> {
        while true {
            if let end = buffer[position...].firstIndex(of: 0x0A) {
                defer { position = end + 1 }
                let line = buffer[position..<end]
                return line.last == 0x0D ? line.dropLast() : line
            }
            guard buffer.count - position <= limits.head else {
                throw HTTPFailure(status: 400, reason: "A line of the body is too long.")
            }
            try receiveBody()
        }
    }

    private mutating func read(_ count: Int) throws -> [UInt8] {
        while buffer.count - position < count {
            try receiveBody()
        }
        defer { position += count }
        return Array(buffer[position..<(position + count)])
    }

    private mutating func receiveBody() throws {
        // Parsed bytes are removed from time to time.
        if position > 1 << 16 {
            buffer.removeFirst(position)
            position = 0
        }
        let slowest = bodyStart + limits.readTime + Double(bodyCount) / limits.bodyRate
        let oldCount = buffer.count
        try receive(before: min(Clock.now + limits.readTime, slowest))
        let count = buffer.count - oldCount
        bodyCount += count
        if let largest = bodies.add(count, of: socket) {
            guard largest === socket else { return largest.shutdown() }
            throw HTTPFailure(
                status: 503, reason: "There are too many large bodies at once; try again.")
        }
    }

    private mutating func receive(before partDeadline: Double) throws {
        let end = min(partDeadline, deadline)
        do {
            // A client that sends continuously would never time out otherwise.
            guard Clock.now < end else { throw SocketError.timedOut }
            guard try socket.receive(into: &buffer, within: end - Clock.now) else {
                throw SocketError.ended
            }
        } catch let error as SocketError where error == .timedOut {
            throw HTTPFailure(status: 408, reason: "The request took too long to arrive.")
        }
    }
}

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

// MARK: - Responses

/// A response, or the beginning of a stream of events.
struct HTTPResponse {
    var status: Int
    var headers: [(name: String, value: String)] = []

    /// The body; `nil` for a stream, which ends with the connection.
    var body: [UInt8]?

    func bytes(keepingConnection: Bool) -> [UInt8] {
        var head = "HTTP/1.1 \(status) \(Self.reason(of: status))\r\n"
        for (name, value) in headers { head += "\(name): \(value)\r\n" }
        if let body, status != 204, status != 304 {
            head += "Content-Length: \(body.count)\r\n"
        }
        head += "Connection: \(keepingConnection ? "keep-alive" : "close")\r\n\r\n"
        return Array(head.utf8) + (body ?? [])
    }

    private static func reason(of status: Int) -> String {
        switch status {
        case 200: "OK"
        case 204: "No Content"
        case 304: "Not Modified"
        case 307: "Temporary Redirect"
        case 400: "Bad Request"
        case 401: "Unauthorized"
        case 403: "Forbidden"
        case 404: "Not Found"
        case 405: "Method Not Allowed"
        case 408: "Request Timeout"
        case 412: "Precondition Failed"
        case 413: "Payload Too Large"
        case 417: "Expectation Failed"
        case 429: "Too Many Requests"
        case 431: "Request Header Fields Too Large"
        case 500: "Internal Server Error"
        case 501: "Not Implemented"
        case 503: "Service Unavailable"
        case 505: "HTTP Version Not Supported"
        default: "Status \(status)"
        }
    }
}

/// The error for a malformed or unsupported request. The connection ends after the answer.
struct HTTPFailure: Error {
    var status: Int
    var reason: String
}

// MARK: - Text

/// The percent-encoding of addresses (RFC 3986, section 2.1).
///
/// Foundation's `removingPercentEncoding` drops U+FEFF at the beginning of a text, so that two keys
/// would be equal.
enum PercentEncoding {
    /// Returns the decoded text of an address's bytes; `nil` if it isn't UTF-8, or a `%` isn't
    /// followed by two hexadecimal digits.
    static func decoded(
        _ bytes: some Sequence<UInt8>, plusIsSpace: Bool = false
    ) -> String? {
        var decoded: [UInt8] = []
        var rest = bytes.makeIterator()
        while let byte = rest.next() {
            switch byte {
            case UInt8(ascii: "%"):
                guard let high = rest.next()?.hexDigitValue, let low = rest.next()?.hexDigitValue
                else { return nil }
                decoded.append(high << 4 | low)
            case UInt8(ascii: "+") where plusIsSpace: decoded.append(UInt8(ascii: " "))
            default: decoded.append(byte)
            }
        }
        let text = String(decoding: decoded, as: UTF8.self)
        // Invalid bytes would have become U+FFFD.
        return text.utf8.elementsEqual(decoded) ? text : nil
    }
}

extension UInt8 {
    /// Whether this is a decimal digit in ASCII.
    var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }

    /// The value of a hexadecimal digit in ASCII.
    var hexDigitValue: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
