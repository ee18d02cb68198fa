import TypedDatabase

/// An event of a stream.
enum StreamEvent {
    /// The new value of a place, relative to the stream's.
    case put(TreePlace, TreeValue?)

    /// The new values of some places below one.
    case patch(TreePlace, [TreeUpdate])

    /// A sign that the connection is alive.
    case keepAlive

    /// The rules no longer allow reading.
    case cancel

    /// The token is no longer accepted.
    case authRevoked

    /// Places may have changed, for the page.
    case changes([TreePlace])

    /// The event's bytes on the wire.
    var bytes: [UInt8] {
        switch self {
        case .put(let place, let value):
            Self.event("put", at: place, data: ServiceJSONWriter.bytes(of: value))
        case .patch(let place, let updates):
            Self.event(
                "patch", at: place,
                data: ServiceJSONWriter.bytes(
                    ofObject: updates.map { ($0.place.description, $0.value) }))
        case .keepAlive: Array("event: keep-alive\ndata: null\n\n".utf8)
        case .changes(let places):
            Array("event: changes\ndata: ".utf8)
                + PageJSON.list(places.map { .text("/\($0)") }).bytes + Array("\n\n".utf8)
        case .cancel: Array("event: cancel\ndata: null\n\n".utf8)
        case .authRevoked:
            Array("event: auth_revoked\ndata: credential is no longer valid\n\n".utf8)
        }
    }

    private static func event(_ name: String, at place: TreePlace, data: [UInt8]) -> [UInt8] {
        var bytes = Array("event: \(name)\ndata: {\"path\":".utf8)
        bytes += ServiceJSONWriter.bytes(of: .string("/\(place)"))
        bytes += ",\"data\":".utf8
        bytes += data
        bytes += "}\n\n".utf8
        return bytes
    }
}
