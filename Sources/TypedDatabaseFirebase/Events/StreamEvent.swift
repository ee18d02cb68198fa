import TypedDatabase

/// An event of a stream.
///
/// https://firebase.google.com/docs/reference/rest/database#section-streaming
enum StreamEvent: Hashable {
    /// At a place, relative to the one that is watched, is this now.
    case put(TreePlace, TreeValue?)

    /// At several places there is something new; the others are as they were.
    case patch([TreeUpdate])
    case keepAlive

    /// The server won't go on: the rules don't allow it any more, or it is too much.
    case cancel(String)

    /// The token isn't valid any more.
    case authRevoked(String)
}

extension StreamEvent {
    /// `nil` if it is of a kind that isn't known. Throws if its data isn't what it should be.
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

    /// A string of JSON, or whatever else the server has sent.
    private static func reason(_ data: [UInt8]) -> String {
        if case .string(let text)? = try? JSONReader.value(data) { return text }
        return String(decoding: data, as: UTF8.self)
    }
}

extension TreePlace {
    /// The place that a path of an event leads to; `nil` if it is of a priority, which a tree here
    /// doesn't have.
    init?(streamPath path: String) {
        self.init(slashSeparated: path)
        if keys.last == ".priority" { return nil }
        if keys.last == ".value" { keys.removeLast() }
    }
}
