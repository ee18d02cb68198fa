import TypedDatabase

/// An engine whose reads take half a second, and whose writes fail.
struct SlowEngine: DatabaseEngine {
    private let engine = MemoryEngine(["a": 1])

    func read(_ place: TreePlace, _ selection: TreeSelection) async throws -> VersionedValue {
        try await Task.sleep(nanoseconds: 500_000_000)
        return try await engine.read(place, selection)
    }

    func write(_ edits: [TreeEdit]) async throws {
        throw TreeDatabaseError(.diskFull, "there is no room")
    }

    func write(
        _ edits: [TreeEdit], ifUnchanged versions: [PlaceVersion]
    ) async throws -> ConditionalWriteResult {
        throw TreeDatabaseError(.diskFull, "there is no room")
    }

    func watch(_ place: TreePlace, _ selection: TreeSelection) -> any TreeWatch {
        engine.watch(place, selection)
    }
}
