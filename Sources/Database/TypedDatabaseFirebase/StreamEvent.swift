import Foundation
import TypedDatabase

/// An event of a stream.
///
/// https://firebase.google.com/docs/reference/rest/database#section-streaming
enum StreamEvent: Hashable {
    /// The new value of a place, relative to the watched one.
    case put(TreePlace, TreeValue?)

    /// The new values of several places; all others are unchanged.
    case patch([TreeUpdate])
    case keepAlive

    /// The server ends the stream: the rules no longer allow it, or the data is too large.
    case cancel(String)

    /// The token is no longer valid.
    case authRevoked(String)
}

extension StreamEvent {
    /// Returns `nil` for an unknown kind. Throws if the data is malformed.
    init?(_ event: ServerSentEvents.Event) throws(JSONError) {
        switch event.name {
        case "put": self = try Self.readPut(event.data)
        case "patch": self = try Self.readPatch(event.data)
        case "keep-alive": self = .keepAlive
        case "cancel": self = .cancel(Self.reason(event.data))
        case "auth_revoked": self = .authRevoked(Self.reason(event.data))
        default: return nil
        }
    }

    private static func readPut(_ data: [UInt8]) throws(JSONError) -> StreamEvent {
        var value: TreeValue?
        let path = try readMembers(data) { reader throws(JSONError) in value = try reader.value() }
        guard let place = TreePlace(streamPath: path) else { return .patch([]) }
        return .put(place, value)
    }

    private static func readPatch(_ data: [UInt8]) throws(JSONError) -> StreamEvent {
        var values: [(path: String, value: TreeValue?)] = []
        let path = try readMembers(data) { reader throws(JSONError) in
            try reader.members { path, reader throws(JSONError) in
                values.append((path, try reader.value()))
            }
        }
        guard let place = TreePlace(streamPath: path) else { return .patch([]) }
        return .patch(
            values.compactMap { path, value in
                TreePlace(streamPath: path).map { TreeUpdate(place.appending($0), value) }
            })
    }

    /// Reads the members `path`, which is returned, and `data`, which `readData` reads.
    private static func readMembers(
        _ json: [UInt8], readData: (inout JSONReader) throws(JSONError) -> Void
    ) throws(JSONError) -> String {
        var path: String?
        try JSONReader.read(json) { reader throws(JSONError) in
            try reader.members { key, reader throws(JSONError) in
                switch key {
                case "path": path = try reader.string()
                case "data": try readData(&reader)
                default: _ = try reader.value()
                }
            }
        }
        guard let path else { throw JSONError(offset: 0, reason: "an event without a path") }
        return path
    }

    /// Returns the contents of a JSON string, or any other data as text.
    private static func reason(_ data: [UInt8]) -> String {
        if case .string(let text)? = try? JSONReader.value(data) { return text }
        return String(decoding: data, as: UTF8.self)
    }
}

extension TreePlace {
    /// Makes the place of an event's path; `nil` for the path of a priority, which trees don't
    /// have.
    init?(streamPath path: String) {
        self.init(slashSeparated: path)
        if keys.last == ".priority" { return nil }
        if keys.last == ".value" { keys.removeLast() }
    }
}

// MARK: - Server-sent events

/// A parser of server-sent events: bytes in, cut anywhere, and events out.
///
/// https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation
struct ServerSentEvents {
    struct Event: Hashable {
        var name = "message"
        var data: [UInt8] = []
    }

    /// The error for an event longer than ``maximumCount``.
    struct TooLong: Error {}

    /// The maximum number of bytes in a line, and in the data of an event.
    let maximumCount: Int

    private var line: [UInt8] = []
    private var isFirstLine = true
    private var wasCarriageReturn = false
    private var event = Event()
    private var hasData = false

    init(maximumCount: Int) {
        self.maximumCount = maximumCount
    }

    /// Parses the next bytes. Returns the events that they complete.
    mutating func read(_ bytes: [UInt8]) throws(TooLong) -> [Event] {
        var events: [Event] = []
        var rest = bytes[...]
        if wasCarriageReturn, rest.first == .lineFeed { rest.removeFirst() }
        if !bytes.isEmpty { wasCarriageReturn = false }
        while let end = lineEnd(in: rest) {
            try append(rest[..<end])
            if let event = try endLine() { events.append(event) }
            let isCarriageReturn = rest[end] == .carriageReturn
            rest = rest[(end + 1)...]
            if isCarriageReturn {
                wasCarriageReturn = rest.isEmpty
                if rest.first == .lineFeed { rest.removeFirst() }
            }
        }
        try append(rest)
        return events
    }

    /// Returns the end of the first line. Searches no further than that.
    private func lineEnd(in bytes: ArraySlice<UInt8>) -> Int? {
        let lineFeed = index(of: .lineFeed, in: bytes)
        return index(of: .carriageReturn, in: bytes[..<(lineFeed ?? bytes.endIndex)]) ?? lineFeed
    }

    private func index(of byte: UInt8, in bytes: ArraySlice<UInt8>) -> Int? {
        bytes.withUnsafeBytes { buffer in
            guard let start = buffer.baseAddress else { return nil }
            return memchr(start, Int32(byte), buffer.count).map {
                bytes.startIndex + (UnsafeRawPointer($0) - start)
            }
        }
    }

    private mutating func append(_ bytes: ArraySlice<UInt8>) throws(TooLong) {
        guard line.count + bytes.count <= maximumCount else { throw TooLong() }
        line.append(contentsOf: bytes)
    }

    /// Parses a line. Returns the event that it completes.
    private mutating func endLine() throws(TooLong) -> Event? {
        defer { line.removeAll(keepingCapacity: line.capacity < 1 << 16) }
        if isFirstLine, line.starts(with: "\u{FEFF}".utf8) { line.removeFirst(3) }
        isFirstLine = false
        if line.isEmpty { return endEvent() }
        let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
        var value = line[colon...].dropFirst()
        if value.first == UInt8(ascii: " ") { value.removeFirst() }
        let field = line[..<colon]
        if field.elementsEqual("event".utf8) {
            event.name = String(decoding: value, as: UTF8.self)
        } else if field.elementsEqual("data".utf8) {
            try appendData(value)
        }
        return nil
    }

    private mutating func appendData(_ value: ArraySlice<UInt8>) throws(TooLong) {
        guard event.data.count + value.count < maximumCount else { throw TooLong() }
        if hasData { event.data.append(.lineFeed) }
        event.data.append(contentsOf: value)
        hasData = true
    }

    private mutating func endEvent() -> Event? {
        defer {
            event = Event()
            hasData = false
        }
        if event.name.isEmpty { event.name = "message" }
        return hasData ? event : nil
    }
}

extension UInt8 {
    fileprivate static let lineFeed = UInt8(ascii: "\n")
    fileprivate static let carriageReturn = UInt8(ascii: "\r")
}
