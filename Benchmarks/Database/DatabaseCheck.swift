import Foundation
import TypedDatabase

extension Benchmark {
    /// The check of a data export against its models, in one pass.
    static let databaseCheck = Benchmark(
        name: "database-check", summary: "checking an export, against decoding its values"
    ) { session in
        let size = session.isQuick ? 10 : 100
        let text = ChatExport(size: size * 1_000_000).json.joined()
        let engine = try MemoryEngine(json: Data(text.utf8))
        var checks = DataChecks()
        checks.add("messages/<roomId>/<messageId>", ChatMessage.self)
        checks.add("users/<userId>/name", String.self)
        let decoder = TreeDecoder()
        let results = try session.measure(
            rounds: 5,
            [
                .once {
                    let database = TreeDatabase(engine)
                    let report = try awaiting { try await database.check(ChatMessage.checks) }
                    precondition(report.problems.isEmpty, "\(report)")
                },
                .once {
                    for (_, room) in engine.value?.children["messages"]?.children ?? [:] {
                        for (_, message) in room.children {
                            _ = try decoder.decode(ChatMessage.self, from: message)
                        }
                    }
                    for (_, user) in engine.value?.children["users"]?.children ?? [:] {
                        _ = try decoder.decode(String.self, from: user.children["name"])
                    }
                },
            ]
        ).map(\.time)
        return [
            Figure("check \(size) MB", results[0]),
            Figure("decode its values", results[1]),
            Figure("  ratio", results[0] / results[1], .ratio, .atMost(3)),
        ]
    }
}
