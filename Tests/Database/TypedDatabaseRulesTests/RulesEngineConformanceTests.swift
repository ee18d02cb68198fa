import TestSupport
import Testing
import TypedDatabase
import TypedDatabaseConformance
import TypedDatabaseRules

@Suite struct RulesEngineConformanceTests {
    private static func engine() throws -> RulesEngine {
        let rules = try SecurityRules(
            """
            { "rules": { ".read": "auth.uid == 'ana'", ".write": "now > 0", \(indexes(depth: 8)) } }
            """)
        return RulesEngine(MemoryEngine(), rules: rules, auth: .user("ana"))
    }

    /// The members of rules with all indexes that the checks need, at each place down to a depth.
    private static func indexes(depth: Int) -> String {
        let index = #"".indexOn": [".value", "n", "score", "stats/score", "a", "1/b"]"#
        return depth == 0 ? index : "\(index), \"$key\(depth)\": { \(indexes(depth: depth - 1)) }"
    }

    @Test(arguments: EngineConformance.checks)
    func withRulesThatAllowEverythingItDoesWhatAnEngineMust(
        _ check: ConformanceCheck
    ) async throws {
        try await check.run(on: try Self.engine())
    }

    @Test(arguments: 1...2 as ClosedRange<UInt64>)
    func withRulesThatAllowEverythingItDoesWhatTheModelDoes(_ seed: UInt64) async throws {
        try await ModelCheck(seed: seed, steps: Effort.times(1_000)).run(on: try Self.engine())
    }
}
