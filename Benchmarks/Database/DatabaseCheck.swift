import Foundation
import TypedDatabase

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
