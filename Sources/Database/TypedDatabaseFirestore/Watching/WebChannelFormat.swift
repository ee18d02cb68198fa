import DatabaseTransport
import TypedDatabase

// MARK: - Requests

/// The URLs and bodies of a WebChannel's requests.
struct WebChannelAddress: Hashable, Sendable {
    /// The scheme, host and port, such as `https://firestore.googleapis.com`.
    let origin: String

    /// The root of the database's documents.
    let root: DocumentRoot

    /// A request's URL and body; without a body, it is a GET.
    struct Parts: Hashable, Sendable {
        var url: String
        var body: String?
    }

    /// Returns the parts of the request that opens a session.
    ///
    /// - Parameter headers: those of the session, which its later requests don't have.
    func open(
        _ request: WebChannelForward.Request, headers: [String: String]
    ) -> Parts {
        let lines = headers.sorted { $0.key < $1.key }.map { "\($0.key):\($0.value)\r\n" }
        return Parts(
            url: url([
                ("CVER", "22"), ("X-HTTP-Session-Id", "gsessionid"), ("RID", "\(request.id)"),
            ]),
            body: "headers=\(PercentEncoding.encoded(lines.joined()))&\(Self.body(of: request))")
    }

    /// Returns the parts of a request that carries messages.
    func forward(_ request: WebChannelForward.Request, of session: WebChannelSession) -> Parts {
        Parts(
            url: url(
                parameters(of: session) + [
                    ("RID", "\(request.id)"), ("AID", "\(session.acknowledged)"),
                ]),
            body: Self.body(of: request))
    }

    /// Returns the parts of a request of the back channel.
    func listen(_ request: WebChannelBack.Request, of session: WebChannelSession) -> Parts {
        Parts(
            url: url(
                parameters(of: session) + [
                    ("RID", "rpc"), ("AID", "\(request.acknowledged)"),
                    ("CI", request.endsAfterChunk ? "1" : "0"), ("TYPE", "xmlhttp"),
                ]))
    }

    /// Returns the parts of the request that ends a session; `nil` if it isn't open.
    func terminate(_ session: WebChannelSession) -> Parts? {
        if session.greeting == nil { return nil }
        return Parts(
            url: url(
                parameters(of: session) + [
                    ("RID", "\(session.finalRequestID)"), ("TYPE", "terminate"),
                ]))
    }

    private func parameters(of session: WebChannelSession) -> [(String, String)] {
        [
            session.affinity.map { ("gsessionid", $0) },
            session.greeting.map { ("SID", $0.sessionID) },
        ].compactMap(\.self)
    }

    private func url(_ parameters: [(String, String)]) -> String {
        let parameters = [("VER", "8"), ("database", root.database)] + parameters
        let query = parameters.map { "\($0)=\(PercentEncoding.encoded($1))" }
        return "\(origin)/google.firestore.v1.Firestore/Listen/channel?"
            + query.joined(separator: "&")
    }

    private static func body(of request: WebChannelForward.Request) -> String {
        let messages = request.messages.enumerated().map { index, message in
            "req\(index)___data__=\(PercentEncoding.encoded(message))"
        }
        return (["count=\(messages.count)", "ofs=\(request.offset)"] + messages)
            .joined(separator: "&")
    }
}

// MARK: - Answers

/// A parser of a WebChannel's answers: bytes in, cut anywhere, and chunks of JSON out.
///
/// A chunk is a decimal count, a line feed, and that many UTF-16 code units of JSON.
struct WebChannelChunks {
    /// The reason why bytes can't be read as chunks.
    enum Failure: Error, Hashable {
        case malformed(String)
        case tooLong
    }

    /// The maximum number of UTF-16 code units in a chunk.
    let maximumCount: Int

    private enum Part {
        /// The count, with the digits so far.
        case count(digitCount: Int)
        /// The text, with the number of code units that are still missing.
        case text(missing: Int)
    }

    private var part = Part.count(digitCount: 0)
    private var count = 0
    private var text: [UInt8] = []

    init(maximumCount: Int) {
        self.maximumCount = maximumCount
    }

    /// Whether the bytes so far end with a whole chunk.
    var isComplete: Bool {
        if case .count(digitCount: 0) = part { true } else { false }
    }

    /// Parses the next bytes. Returns the chunks that they complete.
    mutating func read(_ bytes: [UInt8]) throws(Failure) -> [[UInt8]] {
        var chunks: [[UInt8]] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            switch part {
            case .count(let digitCount):
                try readCount(rest.removeFirst(), after: digitCount)
            case .text(let missing):
                if let chunk = try readText(&rest, missing: missing) { chunks.append(chunk) }
            }
        }
        return chunks
    }

    private mutating func readCount(_ byte: UInt8, after digitCount: Int) throws(Failure) {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"):
            count = 10 * count + Int(byte - UInt8(ascii: "0"))
            guard count <= maximumCount else { throw .tooLong }
            guard digitCount < 20 else { throw .malformed("a count of more than 20 digits") }
            part = .count(digitCount: digitCount + 1)
        case UInt8(ascii: "\n") where digitCount > 0:
            guard count > 0 else { throw .malformed("an empty chunk") }
            part = .text(missing: count)
            count = 0
        default: throw .malformed("byte \(byte) instead of the count of a chunk")
        }
    }

    private mutating func readText(
        _ rest: inout ArraySlice<UInt8>, missing: Int
    ) throws(Failure) -> [UInt8]? {
        // A code unit has at least one byte.
        let block = rest.prefix(missing)
        rest.removeFirst(block.count)
        text.append(contentsOf: block)
        let missing = missing - Self.codeUnitCount(block)
        part = .text(missing: missing)
        if missing > 0 { return nil }
        // JSON's last character is in ASCII: the count is wrong if it ends within another.
        guard missing == 0, block.last.map({ $0 < 0x80 }) == true else {
            throw .malformed("a chunk that ends within a character")
        }
        part = .count(digitCount: 0)
        defer { text = [] }
        return text
    }

    /// Counts the UTF-16 code units that begin in some bytes of UTF-8.
    private static func codeUnitCount(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.withUnsafeBufferPointer { bytes in
            var count = 0
            for byte in bytes {
                if byte & 0xC0 != 0x80 { count &+= byte >= 0xF0 ? 2 : 1 }
            }
            return count
        }
    }
}

/// A numbered array of a WebChannel, which the server sends once or, if it isn't acknowledged, again.
struct WebChannelArray: Sendable {
    /// The array's number in its session.
    let number: Int
    let content: Content

    enum Content: Sendable {
        case greeting(WebChannelGreeting)
        /// A keep-alive.
        case noop
        /// The end of the session.
        case stop
        case error(FirestoreStatus)
        case message(ListenMessage)
        /// Content that this version doesn't know.
        case unknown
    }
}

/// The server's answer to the request that opens a session.
struct WebChannelGreeting: Hashable, Sendable {
    var sessionID: String
    /// The interval of the server's keep-alives, in milliseconds; `nil` if it gives none.
    var keepAlive: Int?
}

extension WebChannelArray {
    /// Parses the arrays of a chunk: `[[1,["noop"]],[2,[{"targetChange":{}}]]]`.
    static func arrays(of chunk: [UInt8]) throws(JSONError) -> [WebChannelArray] {
        try JSONReader.read(chunk) { reader throws(JSONError) in
            reader.maximumDepth = JSONReader.documentDepth
            var arrays: [WebChannelArray] = []
            try reader.elements { reader throws(JSONError) in
                arrays.append(try WebChannelArray(&reader))
            }
            return arrays
        }
    }

    private init(_ reader: inout JSONReader) throws(JSONError) {
        var number: Int?
        var content: Content?
        try reader.elements { reader throws(JSONError) in
            if number == nil {
                number = try reader.integer()
            } else if content == nil {
                content = try Content(&reader)
            } else {
                try reader.skipValue()
            }
        }
        guard let number else { throw reader.error("an array without a number") }
        self.init(number: number, content: content ?? .unknown)
    }
}

extension WebChannelArray.Content {
    /// Parses `["noop"]`, `["c","session","",8,12,30000]`, or `[{…}]` with a message or an error.
    fileprivate init(_ reader: inout JSONReader) throws(JSONError) {
        guard try reader.nextKind() == .array else {
            try reader.skipValue()
            self = .unknown
            return
        }
        var objects: [Self] = []
        var control: [TreeValue?] = []
        try reader.elements { reader throws(JSONError) in
            switch try reader.nextKind() {
            case .object: objects.append(try Self.object(&reader))
            // The service may wrap an error in one more array.
            case .array: objects.append(try Self(&reader))
            case .scalar: control.append(try reader.value())
            }
        }
        self = objects.first ?? Self(control: control)
    }

    private init(control: [TreeValue?]) {
        switch control.first {
        case .string("noop"): self = .noop
        case .string("stop"), .string("close"): self = .stop
        case .string("c"):
            guard control.count > 1, case .string(let id)? = control[1], !id.isEmpty else {
                self = .unknown
                return
            }
            var greeting = WebChannelGreeting(sessionID: id)
            if control.count > 5, case .integer(let keepAlive)? = control[5], keepAlive > 0 {
                greeting.keepAlive = Int(keepAlive)
            }
            self = .greeting(greeting)
        default: self = .unknown
        }
    }

    private static func object(_ reader: inout JSONReader) throws(JSONError) -> Self {
        var content = Self.unknown
        try reader.members { key, reader throws(JSONError) in
            if key == "error" {
                content = .error(try FirestoreStatus(&reader))
            } else if let message = try ListenMessage(key, &reader) {
                content = .message(message)
            }
        }
        return content
    }
}
