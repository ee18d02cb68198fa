import Foundation
import TypedDatabase
import TypedDatabaseSQLite
import TypedPaths

extension Benchmark {
    /// Players in the order of their scores, with an index.
    static let sqliteIndex = Benchmark(
        name: "database-sqlite-index",
        summary: "a leaderboard of 1,000,000 players with an index, against one of 1,000",
        isSlow: true
    ) { session in
        let small = try Leaderboard(1000, in: session.folder)
        let large = try Leaderboard(session.isQuick ? 100_000 : 1_000_000, in: session.folder)
        let operations = Leaderboard.Operation.allCases
        let trials = operations.flatMap { small.trials($0) + large.trials($0) }
        let results = try session.measure(rounds: 31, trials).map(\.time)
        let built = Samples([large.files.indexCost.seconds(on: session.clock)])
        return [Figure("building it for \(large.files.count)", built)]
            + operations.enumerated().flatMap { index, operation in
                let times = results[(4 * index)..<(4 * index + 4)].map(\.self)
                return SQLiteFiles.growth(
                    of: operation.rawValue, to: large.files.count, ours: (times[0], times[2]),
                    byHand: (times[1], times[3]))
                    + [Figure("  in 1,000, against by hand", times[0] / times[1], .ratio)]
            }
    }
}

/// A file of players with an index of their scores.
private struct Leaderboard: Sendable {
    enum Operation: String, CaseIterable {
        case first = "first page of 50"
        case middle = "page after a cursor"
        case last = "last page of 50"
        case set = "set a score"
        case live = "set the best, see it live"
    }

    let files: SQLiteFiles

    /// Random positions, as a client sends them back, with their scores.
    private let cursors: [(PageCursor, score: Int)]

    /// A watch of the best ten, which has delivered its first state.
    private let watch: any TreeWatch
    private let bestScore = Locked(1_000_000)

    init(_ count: Int, in folder: TemporaryFolder) throws {
        let files = try SQLiteFiles(count, indexes: ["score"], in: folder)
        self.files = files
        try files.peer.prepareIndex()
        // Scores with more than a page below them.
        let scores = files.samples.map(\.score).filter { $0 > 20_000 }.shuffled()
        cursors = try scores.prefix(100).map { score in
            let text = #"{"order": "score", "key": "-", "value": \#(score)}"#
            return (try JSONDecoder().decode(PageCursor.self, from: Data(text.utf8)), score)
        }
        watch = files.engine.watch(
            ["players"], TreeSelection(order: .child(["score"]), limit: .last(10)))
        let watch = watch
        Sink.take(try waitFor { try await watch.next().count }.get())
    }

    /// Returns the trials of the engine, and of the peer.
    func trials(_ operation: Operation) -> [Trial] {
        [ours(operation), byHand(operation)]
    }

    private func ours(_ operation: Operation) -> Trial {
        let (board, database) = (self, files.database)
        let players = database.children(of: Path().players).ordered(by: \.score)
        @Sendable func page(_ page: Page<String, Player>) throws {
            guard try page.children.decoded().count == 50 else { throw missing }
        }
        return switch operation {
        case .first: .awaiting(30) { _ in try page(await players.reversed().page(of: 50)) }
        case .middle:
            .awaiting(30) { step in
                let cursor = board.cursors[step].0
                try page(await players.reversed().page(of: 50, after: cursor))
            }
        case .last: .awaiting(30) { _ in try page(await players.page(of: 50)) }
        case .set:
            .awaiting(300) { step in
                let path = Path().player(board.files.randomKey(before: board.files.count))
                try await database.set(board.files.samples[step].score, at: path.score)
            }
        case .live:
            .awaiting(30, prepare: board.catchUp) { _ in try await board.setBestScore() }
        }
    }

    private func byHand(_ operation: Operation) -> Trial {
        let (board, peer) = (self, files.peer)
        @Sendable func page(_ players: [Player]) throws {
            guard players.count == 51 else { throw missing }
        }
        // One more than a page has, which tells whether it is the last.
        return switch operation {
        case .first: .awaiting(30) { _ in try page(await peer.bestPlayers(limit: 51)) }
        case .middle:
            .awaiting(30) { step in
                let position = SQLitePeer.position(of: board.cursors[step].score)
                try page(await peer.bestPlayers(before: position, limit: 51))
            }
        case .last: .awaiting(30) { _ in try page(await peer.worstPlayers(limit: 51)) }
        case .set:
            .awaiting(300) { step in
                try await peer.set(
                    score: board.files.samples[step].score,
                    board.files.randomKey(before: board.files.count))
            }
        case .live:
            .awaiting(30) { _ in
                try await peer.set(
                    score: board.nextBest, board.files.randomKey(before: board.files.count))
                Sink.take(try await peer.bestPlayers(limit: 10).count)
            }
        }
    }

    private func setBestScore() async throws {
        let path = Path().player(files.randomKey(before: files.count))
        try await files.database.set(nextBest, at: path.score)
        Sink.take(try await watch.next().count)
    }

    /// Makes the watch deliver earlier changes.
    private func catchUp() throws {
        try waitFor { try await setBestScore() }.get()
    }

    private var nextBest: Int {
        bestScore.withLock { best in
            best += 1
            return best
        }
    }
}
