import TypedDatabase
import TypedDatabaseRules
import TypedPaths

extension Benchmark {
    /// The cost of `.validate` for each place of a large write.
    static let rulesValidate = Benchmark(
        name: "rules-validate", summary: "a write of 100,000 places with rules, against one without"
    ) { session in
        let rules = try SecurityRules(
            """
            { "rules": { "players": { ".write": "auth != null", "$id": {
                ".validate": "newData.isNumber() && newData.val() >= 0"
            } } } }
            """)
        let players = Dictionary(
            uniqueKeysWithValues: (0..<100_000).map { ("player\($0)", $0) })
        let path: Path<[String: Int]> = Path.append(Path(), "players")
        let engines: [any DatabaseEngine] = [
            MemoryEngine(), RulesEngine(MemoryEngine(), rules: rules, auth: .user("ana")),
        ]
        let results = try session.measure(
            rounds: 7,
            engines.map { engine in
                let database = TreeDatabase(engine)
                return .awaiting(1) { _ in try await database.set(players, at: path) }
            }
        ).map(\.time)
        return [
            Figure("100,000 places without rules", results[0]),
            Figure("100,000 places with .validate", results[1]),
            Figure("  ratio", results[1] / results[0], .ratio, .atMost(3)),
        ]
    }
}
