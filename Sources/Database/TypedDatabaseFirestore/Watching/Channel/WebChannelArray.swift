import TypedDatabase

/// A numbered array of a WebChannel, which the server sends once or, if it isn't acknowledged, again.
struct WebChannelArray: Sendable {
    /// The array's number in its session.
    let number: Int
    let content: Content

    enum Content: Sendable {
        case greeting(WebChannelGreeting)
        /// A sign of life.
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
    /// The interval of the server's signs of life, in milliseconds; `nil` if it gives none.
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
