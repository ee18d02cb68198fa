import Testing
import TypedDatabase
import TypedPaths

/// Engines read and write off the main actor, even if their functions would run where they are called.
@Suite struct EngineIsolationTests {
    @Test func enginesDoNotRunOnTheMainActor() async throws {
        let engine = CallersEngine()
        let database = TreeDatabase(engine)
        let path: Path<Int> = Path.append(Path(), "count")
        try await database.set(1, at: path)
        #expect(try await database.value(at: path) == 1)
        #expect(try await database.exists(at: path))
        #expect(engine.calls.withLock { $0 } == ["write: false", "read: false", "read: false"])
    }
}

/// An engine whose functions inherit the isolation of their caller.
private nonisolated final class CallersEngine: DatabaseEngine {
    let calls = Locked<[String]>([])
    private let memory = MemoryEngine()

    private func record(_ call: String, _ isolation: (any Actor)?) {
        calls.withLock { $0.append("\(call): \(isolation != nil)") }
    }

    nonisolated(nonsending) func read(
        _ place: TreePlace, _ selection: TreeSelection
    ) async throws -> VersionedValue {
        record("read", #isolation)
        return try await memory.read(place, selection)
    }

    nonisolated(nonsending) func write(_ edits: [TreeEdit]) async throws {
        record("write", #isolation)
        try await memory.write(edits)
    }

    nonisolated(nonsending) func write(
        _ edits: [TreeEdit], ifUnchanged versions: [PlaceVersion]
    ) async throws -> ConditionalWriteResult {
        try await memory.write(edits, ifUnchanged: versions)
    }

    func watch(_ place: TreePlace, _ selection: TreeSelection) -> any TreeWatch {
        memory.watch(place, selection)
    }
}
