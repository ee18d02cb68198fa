import Foundation
import TypedDatabase
import TypedDatabaseSQLite
import TypedPaths

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
