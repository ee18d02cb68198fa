import Foundation

/// An engine that keeps all data in memory: for tests, for previews, and for data that needn't
/// outlive the process.
///
/// ```swift
/// let database = TreeDatabase(MemoryEngine(["chatrooms": ["firechat": ["name": "Fire Chat"]]]))
/// ```
///
/// A read works on a snapshot, so reads and writes don't wait for each other. Writing one child of
/// a large collection copies at most a few hundred others, even while an older snapshot is in use.
public final class MemoryEngine: DatabaseEngine, WatchSource {
    fileprivate struct State {
        var value: TreeValue?
        var watches = WatchTree()
        var isReserved = false
    }

    /// The queue of all databases with this engine.
    public let transactions = TransactionQueue()
    private let state: Locked<State>
    private let now: @Sendable () -> Date

    /// Makes an engine with the value of the root.
    ///
    /// - Parameters:
    ///   - value: the value of the root.
    ///   - now: the clock for the engine's times.
    public init(_ value: TreeValue? = nil, now: @escaping @Sendable () -> Date = { Date() }) {
        state = Locked(State(value: value))
        self.now = now
    }

    /// The value of the root.
    public var value: TreeValue? {
        state.withLock { $0.value }
    }
}

extension MemoryEngine {
    /// Reserves the data, unless another holder has them.
    public func reserve() async throws -> EngineReservation {
        let isFirst = state.withLock { state in
            defer { state.isReserved = true }
            return !state.isReserved
        }
        guard isFirst else {
            throw TreeDatabaseError(
                .inUse,
                "another engine of this process has the store: release that one first, or use a "
                    + "store for each")
        }
        return EngineReservation { [state] in state.withLock { $0.isReserved = false } }
    }
}

// MARK: - Reading

extension MemoryEngine {
    public func read(
        _ place: TreePlace, _ selection: TreeSelection
    ) async throws -> VersionedValue {
        let current = value[place]
        return VersionedValue(selection.select(from: current), version: .value(current))
    }

    public func keys(of place: TreePlace, _ selection: TreeSelection) async throws -> PlaceKeys {
        PlaceKeys(value[place], selection)
    }

    public func count(of place: TreePlace, _ selection: TreeSelection) async throws -> Int {
        let current = value[place]
        if selection == .all { return current?.children.count ?? 0 }
        return PlaceKeys(current, selection).count
    }

    public func exists(_ place: TreePlace) async throws -> Bool {
        value[place] != nil
    }
}

// MARK: - Writing

extension MemoryEngine {
    public func write(_ edits: [TreeEdit]) async throws {
        let time = millisecondsNow
        let watches = state.withLock { $0.apply(edits, at: time) }
        for watch in watches { watch.wake() }
    }

    public func write(
        _ edits: [TreeEdit], ifUnchanged versions: [PlaceVersion]
    ) async throws -> ConditionalWriteResult {
        let time = millisecondsNow
        let (watches, result) = state.withLock { state -> ([WatchSignal], ConditionalWriteResult) in
            let current = versions.map { state.value[$0.place] }
            guard zip(versions, current).allSatisfy({ $0.version == .value($1) }) else {
                return ([], .changed(current.map { VersionedValue($0, version: .value($0)) }))
            }
            return (state.apply(edits, at: time), .written)
        }
        for watch in watches { watch.wake() }
        return result
    }

    private var millisecondsNow: Int64 {
        Int64(exactly: (now().timeIntervalSince1970 * 1000).rounded(.down)) ?? 0
    }
}

extension MemoryEngine.State {
    /// Makes all edits. Returns the affected watches, to be woken once the lock is released.
    fileprivate mutating func apply(_ edits: [TreeEdit], at time: Int64) -> [WatchSignal] {
        for edit in edits {
            value[edit.place] = edit.resolved(at: time, from: value[edit.place])
        }
        return edits.flatMap { watches.record($0.place) }
    }
}

// MARK: - Watching

extension MemoryEngine {
    public func startWatch(_ signal: WatchSignal) {
        state.withLock { $0.watches.insert(signal) }
    }

    public func endWatch(_ signal: WatchSignal) {
        state.withLock { $0.watches.remove(signal) }
    }

    public func readWatched<Result: Sendable>(
        _ signal: WatchSignal,
        _ body: @Sendable (WatchMarks, any TreeState) throws -> Result
    ) throws -> Result {
        let (marks, value) = try state.withLock { (try signal.take(), $0.value) }
        return try body(marks, value)
    }

    /// The number of watches that have been asked for an update, and haven't ended.
    package var watchCount: Int {
        state.withLock { $0.watches.count }
    }
}

// MARK: - JSON

extension MemoryEngine {
    /// Makes an engine with the data of a JSON file, such as an export of the Firebase console.
    ///
    /// ```swift
    /// let database = TreeDatabase(try MemoryEngine(contentsOf: URL(fileURLWithPath: "export.json")))
    /// ```
    ///
    /// Null and empty containers are nothing, an array is children with the keys 0, 1, and so on,
    /// `.priority` is left out and `.value` is the value itself. The file isn't written to.
    ///
    /// - Parameters:
    ///   - url: the export's file.
    ///   - now: the clock for the engine's times.
    /// - Throws: `TreeDatabaseError`: `.unreachableFile`; `.invalidJSON` with the line and the
    ///   column, also for a repeated key; or the error of a key or a value that ``TreeLimits``
    ///   don't allow.
    public convenience init(
        contentsOf url: URL, now: @escaping @Sendable () -> Date = { Date() }
    ) throws {
        let file = try InputFile(url.path)
        self.init(try Self.value(JSONStream(name: url.path, nextChunk: file.readChunk)), now: now)
    }

    /// Makes an engine with the data of a JSON text in UTF-8: see ``init(contentsOf:now:)``.
    ///
    /// ```swift
    /// let engine = try MemoryEngine(json: Data(#"{ "players": { "ana": { "score": 40 } } }"#.utf8))
    /// ```
    public convenience init(
        json: Data, now: @escaping @Sendable () -> Date = { Date() }
    ) throws {
        var chunks = [Array(json)]
        self.init(try Self.value(JSONStream(name: "JSON") { chunks.popLast() ?? [] }), now: now)
    }

    private static func value(_ stream: JSONStream) throws -> TreeValue? {
        var stream = stream
        return try JSONTreeReader.read(&stream, into: TreeBuilder()).value
    }

    /// Writes all data to a new JSON file, such as the Firebase console imports; `null` if the
    /// database is empty.
    ///
    /// ```swift
    /// try engine.exportJSON(to: URL(fileURLWithPath: "export.json"))
    /// ```
    ///
    /// Children are in the order of their keys. The file is created atomically. The call blocks its
    /// thread until then.
    ///
    /// - Throws: `TreeDatabaseError`: `.alreadyExists` for an existing file, which is never
    ///   replaced, or the error of writing.
    public func exportJSON(to url: URL) throws {
        let bytes = JSONWriter.bytes(value)
        try NewFile.make(at: url.path) { temporary in
            try OutputFile(temporary, for: url.path).write(bytes + [UInt8(ascii: "\n")])
        }
    }
}
