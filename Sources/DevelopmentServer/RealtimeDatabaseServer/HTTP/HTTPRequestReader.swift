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
