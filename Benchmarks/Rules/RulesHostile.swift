import TypedDatabase
import TypedDatabaseRules

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
