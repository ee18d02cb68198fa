import TypedDatabase

/// An engine that can be reached once it is opened.
final class GatedEngine: DatabaseEngine {
    private let engine: any DatabaseEngine
    private let isOpen = Locked(false)
    let connection: AsyncStream<ConnectionState>
    private let states: AsyncStream<ConnectionState>.Continuation
    let transactions = TransactionQueue()

    private let isWatched: Bool

    /// - Parameter isWatched: whether watches have updates, even before it is opened.
    init(_ engine: any DatabaseEngine, isWatched: Bool = false) {
        self.engine = engine
        self.isWatched = isWatched
        (connection, states) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        states.yield(.disconnected(reason: Self.closed))
    }

    func open() {
        isOpen.withLock { $0 = true }
        states.yield(.connected)
    }

    private static let closed = TreeDatabaseError(.unavailable, "the gate is closed")

    private func check() throws {
        guard isOpen.withLock({ $0 }) else { throw Self.closed }
    }

    func read(_ place: TreePlace, _ selection: TreeSelection) async throws -> VersionedValue {
        try check()
        return try await engine.read(place, selection)
    }

    func write(_ edits: [TreeEdit]) async throws {
        try check()
        try await engine.write(edits)
    }

    func write(
        _ edits: [TreeEdit], ifUnchanged versions: [PlaceVersion]
    ) async throws -> ConditionalWriteResult {
        try check()
        return try await engine.write(edits, ifUnchanged: versions)
    }

    func watch(_ place: TreePlace, _ selection: TreeSelection) -> any TreeWatch {
        isWatched ? engine.watch(place, selection) : GatedWatch()
    }
}

/// A watch that never has an update.
private final class GatedWatch: TreeWatch {
    func next() async throws -> [TreeUpdate] {
        try await Task.sleep(for: .seconds(86_400))
        return []
    }

    func cancel() {}
}
