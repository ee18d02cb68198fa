import Foundation
import TypedDatabase
import TypedPaths

extension Benchmark {
    /// The cost of encoding a model as a tree, and of decoding it.
    ///
    /// The peer is the way of 2018 to Firebase's SDK, which uses Foundation's objects: a model is
    /// encoded as JSON text, which is parsed into objects.
    static let databaseCoding = Benchmark(
        name: "database-coding",
        summary: "encoding and decoding a model of ten fields, against JSON"
    ) { session in
        let players = Player.samples(500)
        let jsonEncoder = JSONEncoder()
        let jsonDecoder = JSONDecoder()
        jsonEncoder.dateEncodingStrategy = .millisecondsSince1970
        jsonDecoder.dateDecodingStrategy = .millisecondsSince1970
        let texts = try players.map(jsonEncoder.encode)
        let objects = try texts.map { try JSONSerialization.jsonObject(with: $0) }
        let trees = try players.map { try TreeEncoder().tree(of: $0) }

        let results = try session.measure(
            rounds: 31,
            [
                .each(players) { try TreeEncoder().tree(of: $0) },
                .each(players) { try jsonEncoder.encode($0) },
                .each(players) {
                    try JSONSerialization.jsonObject(with: try jsonEncoder.encode($0))
                },
                .each(trees) { try TreeDecoder().decode(Player.self, from: $0) },
                .each(texts) { try jsonDecoder.decode(Player.self, from: $0) },
                .each(objects) {
                    let text = try JSONSerialization.data(withJSONObject: $0)
                    return try jsonDecoder.decode(Player.self, from: text)
                },
            ]
        ).map(\.time)
        return [("encode", 0), ("decode", 3)].flatMap { name, first in
            let (tree, json, old) = (results[first], results[first + 1], results[first + 2])
            return [
                Figure("\(name) a model as a tree", tree),
                Figure("\(name) it as JSON", json),
                Figure("  ratio", tree / json, .ratio, .atMost(0.7)),
                Figure("\(name) it as JSON and objects, as in 2018", old),
                Figure("  ratio", tree / old, .ratio, .atMost(0.4)),
            ]
        }
    }
}

extension Trial {
    /// Returns a trial of a function of several inputs; the cost is that of one call.
    fileprivate static func each<Input, Output>(
        _ inputs: [Input], _ body: @escaping (Input) throws -> Output
    ) -> Trial {
        let repetitions = 10
        return Trial {
            var failure: (any Error)?
            let cost = Cost.ofRunning(repetitions * inputs.count) {
                do {
                    for _ in 0..<repetitions {
                        for input in inputs { withExtendedLifetime(try body(input)) {} }
                    }
                } catch { failure = error }
            }
            if let failure { throw failure }
            return cost
        }
    }
}

// MARK: - Checking

extension Benchmark {
    /// The check of a data export, whose values are those of two models.
    static let databaseCheck = Benchmark(
        name: "database-check", summary: "checking an export, against decoding its values alone"
    ) { session in
        let size = session.isQuick ? 10 : 100
        let text = ChatExport(size: size * 1_000_000).json.joined()
        let engine = try MemoryEngine(json: Data(text.utf8))
        let results = try session.measure(
            rounds: 5,
            [
                .awaiting(1) { _ in
                    let report = try await TreeDatabase(engine).check(ChatMessage.checks)
                    precondition(report.problems.isEmpty, "\(report)")
                },
                .awaiting(1) { _ in try ChatMessage.decodeAll(engine.value) },
            ]
        ).map(\.time)
        return [
            Figure("check \(size) MB", results[0]),
            Figure("decode its values", results[1]),
            Figure("  ratio", results[0] / results[1], .ratio, .atMost(3)),
        ]
    }
}

/// A message of ``ChatExport``.
private struct ChatMessage: Decodable {
    struct Client: Decodable {
        var name: String
        var version: Int
    }

    var author: String
    var text: String
    var sentAt: Date
    var likes: Int
    var score: Double
    var isEdited: Bool
    var tags: [String: Bool]
    var client: Client

    static var checks: DataChecks {
        var checks = DataChecks()
        checks.add("messages/<roomId>/<messageId>", ChatMessage.self)
        checks.add("users/<userId>/name", String.self)
        return checks
    }

    static func decodeAll(_ value: TreeValue?) throws {
        let decoder = TreeDecoder()
        for (_, room) in value?.children["messages"]?.children ?? [:] {
            for (_, message) in room.children {
                _ = try decoder.decode(ChatMessage.self, from: message)
            }
        }
        for (_, user) in value?.children["users"]?.children ?? [:] {
            _ = try decoder.decode(String.self, from: user.children["name"])
        }
    }
}

// MARK: - The model

/// A model of ten fields, of common types.
struct Player: Codable {
    enum Team: String, Codable {
        case red, blue
    }

    var name: String
    var email: String
    var score: Int
    var level: Int
    var rating: Double
    var isOnline: Bool
    var team: Team
    var joinedAt: Date
    var motto: String?
    var tags: [String]
}

extension Player {
    /// Returns players that differ from each other, but not from run to run.
    static func samples(_ count: Int) -> [Player] {
        (0..<count).map { index in
            Player(
                name: "Player number \(index)", email: "player.\(index)@example.org",
                score: index * 7919 % 100_003, level: index % 100,
                rating: Double(index) / 7, isOnline: index.isMultiple(of: 3),
                team: index.isMultiple(of: 2) ? .red : .blue,
                joinedAt: Date(timeIntervalSince1970: 1_500_000_000 + Double(index)),
                motto: index.isMultiple(of: 4) ? nil : "Never give up, \(index) times",
                tags: ["swift", "tree \(index % 10)"])
        }
    }
}

extension Path where Element == Player {
    var score: Path<Int> { Path.append(self, "score") }
}
