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

// MARK: - From strangers

extension Benchmark {
    /// Rules from strangers: whether they are read, and decide, in linear time.
    static let rulesHostile = Benchmark(
        name: "rules-hostile", summary: "rules of 10 MB, deep ones, and patterns that backtrack"
    ) { session in
        let operators = try ratio(session, of: [1_250, 12_500]) { count in
            let row = Array(repeating: "true", count: 800).joined(separator: " && ")
            let rules = (0..<count / 10).map { "\"k\($0)\": { \".read\": \"\(row)\" }" }
            return "{ \"rules\": { \(rules.joined(separator: ",")) } }"
        }
        let parentheses = try ratio(session, of: [1_000_000, 10_000_000]) { count in
            "{ \"rules\": { \".read\": \"" + String(repeating: "(", count: count) + "\" } }"
        }
        let slashes = try ratio(session, of: [100_000, 1_000_000]) { count in
            "{ \"rules\": { \".read\": \"data.child('"
                + String(repeating: "/", count: count) + "').exists()\" } }"
        }
        let patterns = try ratio(session, of: [10_000, 100_000]) { count in
            "{ \"rules\": { \".read\": \"'" + String(repeating: "a", count: count)
                + "'.matches(/^(a+)+b$/)\" } }"
        }
        let counts = try ratio(session, of: [5_000, 50_000]) { count in
            "{ \"rules\": { \".read\": \"'" + String(repeating: "a", count: count)
                + "'.matches(/(a{1,30}){1,30}$/)\" } }"
        }
        return [
            Figure("10 MB of operators", operators.time),
            Figure("  ÷ a tenth", operators.ratio, .ratio, .atMost(20)),
            Figure("10 MB of parentheses", parentheses.time),
            Figure("  ÷ a tenth", parentheses.ratio, .ratio, .atMost(20)),
            Figure("a path of a million slashes", slashes.time),
            Figure("  ÷ a tenth", slashes.ratio, .ratio, .atMost(20)),
            Figure("/^(a+)+b$/ on 100,000 characters", patterns.time),
            Figure("  ÷ a tenth", patterns.ratio, .ratio, .atMost(20)),
            Figure("/(a{1,30}){1,30}$/ on 50,000", counts.time),
            Figure("  ÷ a tenth", counts.ratio, .ratio, .atMost(20)),
        ]
    }

    /// Measures reading rules of two sizes, and a read that they decide about.
    private static func ratio(
        _ session: Session, of sizes: [Int], _ rules: (Int) -> String
    ) throws -> (time: Samples, ratio: Samples) {
        let results = try session.measure(
            rounds: 5,
            sizes.map { size in
                let text = rules(size)
                return .awaiting(1) { _ in
                    guard let rules = try? SecurityRules(text) else { return }
                    let engine = RulesEngine(MemoryEngine(), rules: rules, auth: nil)
                    _ = try? await engine.read(.root, .all)
                }
            }
        ).map(\.time)
        return (results[1], results[1] / results[0])
    }
}

// MARK: - By the tool

extension Benchmark {
    /// The types of a schema, added to existing rules: files of one line and of many.
    static let rulesMerge = Benchmark(
        name: "rules-merge", summary: "--emit rules --rules with 1,750 and 14,000 collections"
    ) { session in
        let generator = try Generator(.release)
        let counts = [1_750, 14_000]
        let commands = try ["", "\n"].flatMap { separator in
            try counts.map { count in
                let keys = (0..<count).map { "collection\($0)" }
                let schema = keys.map { "\"\($0)\": { \"<id>\": { \"name\": \"String\" } }" }
                let rules = keys.map { "\"\($0)\": { \"$id\": { \"name\": {} } }" }
                let name = "\(count)-\(separator.isEmpty ? "line" : "lines").json"
                let list = ",\(separator)"
                var command = generator.command([
                    try session.folder.write(
                        "{ \(schema.joined(separator: list)) }", to: "schema-\(name)"),
                    "--emit", "rules", "--rules",
                    try session.folder.write(
                        "{ \"rules\": { \(rules.joined(separator: list)) } }", to: "rules-\(name)"),
                ])
                command.isSilent = true
                return command
            }
        }
        let times = try session.measure(rounds: 5, commands.map { Trial(run: $0.run) }).map(\.time)
        return [
            Figure("14,000 collections on one line", times[1]),
            Figure("  ÷ 1,750", times[1] / times[0], .ratio, .atMost(12)),
            Figure("14,000 collections on lines", times[3]),
            Figure("  ÷ 1,750", times[3] / times[2], .ratio, .atMost(12)),
        ]
    }
}
