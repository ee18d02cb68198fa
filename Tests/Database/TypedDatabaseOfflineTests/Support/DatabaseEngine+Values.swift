import TypedDatabase

extension DatabaseEngine {
    func set(_ value: TreeValue?, at place: TreePlace) async throws {
        try await write([TreeEdit(place, .set(PendingValue(value)))])
    }

    func increment(_ place: TreePlace, by delta: TreeValue) async throws {
        try await write([TreeEdit(place, .increment(delta))])
    }

    func value(at place: TreePlace) async throws -> TreeValue? {
        try await read(place, .all).value
    }
}
