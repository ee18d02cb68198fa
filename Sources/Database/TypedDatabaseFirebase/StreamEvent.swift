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
