import Testing
import TypedDatabase

/// A memory engine that can be unreachable, refuse writes, and lose answers.
final class FlakyEngine: DatabaseEngine {
    enum Fault: Sendable {
        case none
        case unreachable
        case refusing(TreeDatabaseError.Kind)

        /// Writes are made, and their answers lost.
        case losingAnswers

        /// Nothing is read, and writes are made.
        case withoutReads

        /// Calls are tried again and again, as by an engine of a server that isn't there.
        case hanging
    }

    let memory = MemoryEngine()
    let transactions = TransactionQueue()
    private let state = Locked((fault: Fault.none, writes: [[TreeEdit]]()))
    private let states: AsyncStream<ConnectionState>
    private let continuation: AsyncStream<ConnectionState>.Continuation

    init() {
        (states, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        continuation.yield(.connected)
    }

    /// The fault of all calls from now on.
    var fault: Fault {
        get { state.withLock { $0.fault } }
        set {
            state.withLock { $0.fault = newValue }
            switch newValue {
            case .unreachable, .hanging:
                continuation.yield(.disconnected(reason: Self.unavailable))
            default: continuation.yield(.connected)
            }
        }
    }

    /// The watches that began and ended, in order.
    var watchEvents: [String] { events.withLock { $0 } }
    fileprivate let events = Locked<[String]>([])

    /// The batches that were made.
    var writes: [[TreeEdit]] { state.withLock { $0.writes } }

    var connection: AsyncStream<ConnectionState> { states }

    func read(_ place: TreePlace, _ selection: TreeSelection) async throws -> VersionedValue {
        try await checkCall()
        if case .withoutReads = fault { throw Self.unavailable }
        return try await memory.read(place, selection)
    }

    func write(_ edits: [TreeEdit]) async throws {
        try await checkCall()
        switch fault {
        case .refusing(let kind) where edits.contains { $0.place.keys.first == "forbidden" }:
            throw TreeDatabaseError(kind, at: edits[0].place, "it is refused")
        default: break
        }
        try await memory.write(edits)
        state.withLock { $0.writes.append(edits) }
        if case .losingAnswers = fault {
            throw TreeDatabaseError(.outcomeUnknown, "the answer was lost")
        }
    }

    func write(
        _ edits: [TreeEdit], ifUnchanged versions: [PlaceVersion]
    ) async throws -> ConditionalWriteResult {
        try await checkCall()
        return try await memory.write(edits, ifUnchanged: versions)
    }

    func watch(_ place: TreePlace, _ selection: TreeSelection) -> any TreeWatch {
        events.withLock { $0.append("begins at \(place)") }
        return FlakyWatch(memory.watch(place, selection), self, place)
    }

    fileprivate func check() throws {
        if case .unreachable = fault { throw Self.unavailable }
    }

    private func checkCall() async throws {
        if case .hanging = fault {
            try? await Task.sleep(for: .seconds(3600))
            throw Self.unavailable
        }
        try check()
    }

    static let unavailable = TreeDatabaseError(.unavailable, "it can't be reached")
}

/// A watch that delivers nothing while its engine is unreachable.
private final class FlakyWatch: TreeWatch {
    private let watch: any TreeWatch
    private let engine: FlakyEngine

    private let place: TreePlace
    private let hasEnded = Locked(false)

    init(_ watch: any TreeWatch, _ engine: FlakyEngine, _ place: TreePlace) {
        self.watch = watch
        self.place = place
        self.engine = engine
    }

    func next() async throws -> [TreeUpdate] {
        try engine.check()
        return try await watch.next()
    }

    func cancel() {
        let isFirst = hasEnded.withLock { hasEnded in
            defer { hasEnded = true }
            return !hasEnded
        }
        if isFirst { engine.events.withLock { $0.append("ends at \(place)") } }
        watch.cancel()
    }
}

/// Expects that what is done can't be done without the server.
func expectUnavailable(_ body: () async throws -> some Sendable) async {
    await #expect {
        _ = try await body()
    } throws: {
        ($0 as? TreeDatabaseError)?.kind == .unavailable
    }
}
