import Foundation
import TypedDatabase
import TypedDatabaseSQLite
import TypedPaths

extension Benchmark {
    /// Reading a player, writing one, and reading fifty, in one task, sequentially.
    static let sqliteOperations = Benchmark(
        name: "database-sqlite-operations",
        summary: "get, set and a page in a file of 10,000, against hand-written statements"
    ) { session in
        let files = try SQLiteFiles(session.isQuick ? 1000 : 10_000, in: session.folder)
        let operations = SQLiteFiles.Operation.allCases
        let results = try session.measure(rounds: 31, operations.flatMap(files.trials))
            .map(\.time)
        return operations.enumerated().flatMap { index, operation in
            let (ours, peer, fields) = (
                results[3 * index], results[3 * index + 1], results[3 * index + 2]
            )
            return [
                Figure(operation.rawValue, ours),
                Figure("  by hand", peer),
                Figure("  ratio", ours / peer, .ratio, .atMost(1.3)),
                Figure("  by hand, fields too", fields),
                Figure("  ratio", ours / fields, .ratio),
            ]
        }
    }

    /// The same operations in a small collection and a large one.
    static let sqliteGrowth = Benchmark(
        name: "database-sqlite-growth",
        summary: "get, set and a page in 1,000,000 players, against 1,000",
        isSlow: true
    ) { session in
        let small = try SQLiteFiles(1000, in: session.folder)
        let large = try SQLiteFiles(session.isQuick ? 100_000 : 1_000_000, in: session.folder)
        let operations = SQLiteFiles.Operation.allCases
        let trials = operations.flatMap { small.trials($0) + large.trials($0) }
        let results = try session.measure(rounds: 31, trials).map(\.time)
        return operations.enumerated().flatMap { index, operation in
            let times = results[(6 * index)..<(6 * index + 6)].map(\.self)
            return SQLiteFiles.growth(
                of: operation.rawValue, to: large.count, ours: (times[0], times[3]),
                byHand: (times[1], times[4]))
        }
    }
}

extension Benchmark {
    /// A batch of players, written to a new file.
    static let sqliteBulk = Benchmark(
        name: "database-sqlite-bulk",
        summary: "100,000 players in one batch, against hand-written statements"
    ) { session in
        let count = session.isQuick ? 5000 : 100_000
        let samples = Player.samples(1000)
        let players = (0..<count).map { (SQLiteFiles.key($0), samples[$0 % 1000]) }
        let folder = session.folder
        func removeFiles() {
            for end in ["", "-wal", "-shm"] { folder.remove("bulk.sqlite" + end) }
        }
        let results = try session.measure(
            rounds: 7,
            [
                .awaiting(1, prepare: removeFiles) { _ in
                    let database = TreeDatabase(try SQLiteEngine(at: folder["bulk.sqlite"]))
                    try await database.write { batch in
                        for (key, player) in players { batch.set(player, at: Path().player(key)) }
                    }
                },
                .awaiting(1, prepare: removeFiles) { _ in
                    try await SQLitePeer(folder["bulk.sqlite"], .codable).set(players)
                },
                .awaiting(1, prepare: removeFiles) { _ in
                    try await SQLitePeer(folder["bulk.sqlite"], .fields).set(players)
                },
            ]
        ).map(\.time)
        return [
            Figure("\(count) players in a batch", results[0]),
            Figure("  by hand", results[1]),
            Figure("  ratio", results[0] / results[1], .ratio, .atMost(1.3)),
            Figure("  by hand, fields too", results[2]),
            Figure("  ratio", results[0] / results[2], .ratio),
        ]
    }
}

extension Benchmark {
    /// Whether a write to a file asks unaffected observers.
    static let sqliteObservers = Benchmark(
        name: "database-sqlite-observers",
        summary: "setting an element in a file, with 1,000 observers of other places"
    ) { session in
        let alone = try SQLiteFiles(1000, in: session.folder)
        let among = try SQLiteFiles(1000, in: session.folder)
        let watches = (0..<1000).map { among.engine.watch(["rooms", "\($0)"], .all) }
        let begin = Trial.awaiting(watches.count) { Sink.take(try await watches[$0].next().count) }
        Sink.take(try begin.run().elapsedSeconds.isFinite)
        let results = try session.measure(
            rounds: 51, [alone, among].map { $0.trials(.set)[0] }
        ).map(\.time)
        withExtendedLifetime(watches) {}
        return [
            Figure("set, without observers", results[0]),
            Figure("set, with 1,000 elsewhere", results[1]),
            Figure("  ratio", results[1] / results[0], .ratio, .atMost(1.2)),
        ]
    }
}

// MARK: - The files

/// A file with players, and a copy of it for each peer, so that none sees another's writes.
struct SQLiteFiles: Sendable {
    let engine: SQLiteEngine
    let database: TreeDatabase

    /// The peer written by hand, but for the model's own coding.
    let peer: SQLitePeer

    /// The peer written entirely by hand.
    let fields: SQLitePeer

    let count: Int

    /// The cost of building the indexes.
    let indexCost: Cost

    /// Players for writing.
    let samples = Player.samples(1000)

    /// - Parameter indexes: the orders of the players.
    init(_ count: Int, indexes: [String]? = nil, in folder: TemporaryFolder) throws {
        self.count = count
        let id = UUID().uuidString
        let paths = ["ours", "peer", "fields"].map { folder["\(id)-\($0).sqlite"] }
        try waitFor { try await Self.fill(paths[0], count) }.get()
        indexCost = try Self.build(indexes, paths[0])
        for copy in paths.dropFirst() {
            try FileManager.default.copyItem(atPath: paths[0], toPath: copy)
        }
        engine = try SQLiteEngine(at: paths[0])
        database = TreeDatabase(engine)
        peer = try SQLitePeer(paths[1], .codable)
        fields = try SQLitePeer(paths[2], .fields)
        for peer in [peer, fields] { try waitFor { try await Self.fill(peer, count) }.get() }
    }

    /// Writes the players to the peer's own table.
    private static func fill(_ peer: SQLitePeer, _ count: Int) async throws {
        let samples = Player.samples(1000)
        for start in stride(from: 0, to: count, by: 10_000) {
            let indexes = start..<min(start + 10_000, count)
            try await peer.set(indexes.map { (key($0), samples[$0 % 1000]) })
        }
    }

    private static func fill(_ path: String, _ count: Int) async throws {
        let engine = try SQLiteEngine(at: path)
        let database = TreeDatabase(engine)
        let samples = Player.samples(1000)
        for start in stride(from: 0, to: count, by: 10_000) {
            try await database.write { batch in
                for index in start..<min(start + 10_000, count) {
                    batch.set(samples[index % 1000], at: Path().player(key(index)))
                }
            }
        }
        await engine.close()
    }

    /// Opens the file, which builds the indexes.
    private static func build(_ indexes: [String]?, _ path: String) throws -> Cost {
        var engine: Result<SQLiteEngine, any Error>?
        let cost = Cost.ofRunning(1) {
            engine = Result {
                try SQLiteEngine(at: path, indexes: indexes.map { ["players": $0] })
            }
        }
        if let engine { try waitFor { try await engine.get().close() }.get() }
        return cost
    }

    /// Returns a key as long as a push ID, which sorts by its number.
    static func key(_ index: Int) -> String {
        let digits = String(index)
        return "-N" + String(repeating: "0", count: 18 - digits.count) + digits
    }

    /// Returns the key of a random player, who probably hasn't been read lately.
    func randomKey(before end: Int) -> String {
        Self.key(Int.random(in: 0..<end))
    }
}

// MARK: - Trials

extension SQLiteFiles {
    enum Operation: String, CaseIterable {
        case get, set
        case page = "page of 50"
    }

    /// The number of repetitions in a trial.
    private static let repetitions = 300

    /// Returns the trials of the engine, of the peer, and of the peer with fields.
    func trials(_ operation: Operation) -> [Trial] {
        [trial(operation)] + [peer, fields].map { trial(operation, $0) }
    }

    private func trial(_ operation: Operation) -> Trial {
        let (files, times) = (self, Self.repetitions)
        return switch operation {
        case .get:
            .awaiting(times) { _ in
                let path = Path().player(files.randomKey(before: files.count))
                guard try await files.database.value(at: path) != nil else { throw missing }
            }
        case .set:
            .awaiting(times) { step in
                let path = Path().player(files.randomKey(before: files.count))
                try await files.database.set(files.samples[step], at: path)
            }
        case .page:
            .awaiting(times / 10) { _ in
                let page = files.database.children(of: Path().players)
                    .starting(at: files.randomKey(before: files.count - 50)).first(50)
                guard try await page.get().decoded().count == 50 else { throw missing }
            }
        }
    }

    private func trial(_ operation: Operation, _ peer: SQLitePeer) -> Trial {
        let (files, times) = (self, Self.repetitions)
        return switch operation {
        case .get:
            .awaiting(times) { _ in
                guard try await peer.player(files.randomKey(before: files.count)) != nil else {
                    throw missing
                }
            }
        case .set:
            .awaiting(times) { step in
                try await peer.set(files.samples[step], files.randomKey(before: files.count))
            }
        case .page:
            .awaiting(times / 10) { _ in
                let page = try await peer.players(
                    from: files.randomKey(before: files.count - 50), limit: 50)
                guard page.count == 50 else { throw missing }
            }
        }
    }
}

// MARK: - Growth

extension SQLiteFiles {
    /// Returns the cost of an operation with 1,000 players and with more, relative to the peer's.
    static func growth(
        of operation: String, to count: Int, ours: (small: Samples, large: Samples),
        byHand peer: (small: Samples, large: Samples)
    ) -> [Figure] {
        let (growth, peerGrowth) = (ours.large / ours.small, peer.large / peer.small)
        return [
            Figure("\(operation) in 1,000", ours.small),
            Figure("  in \(count)", ours.large),
            Figure("  growth", growth, .ratio),
            Figure("  growth by hand", peerGrowth, .ratio),
            Figure("  growth, against that by hand", growth / peerGrowth, .ratio, .atMost(1.2)),
        ]
    }
}

let missing = CommandFailure("a player is missing")
