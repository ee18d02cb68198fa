import Foundation
import TestSupport
import Testing

@testable import SecurityRules

@Suite struct RuleEvaluatorTests {
    @Test func agreesWithAnEvaluatorThatFollowsTheReference() throws {
        var expressions = RandomExpressions(random: SplitMix64(seed: Seed.make()))
        var counts: [Bool?: Int] = [:]
        for _ in 0..<Effort.times(5_000) {
            let expression = expressions.bool(4)
            let key = expressions.random.pick(["a", "b"])
            let naive = NaiveEvaluator(
                auth: ["uid": "a", "token": expressions.data()], root: expressions.data(),
                newRoot: expressions.data(), path: [key], variables: ["$key": key])
            let expected = naive.decision(of: expression)
            let text = expression.description
            #expect(try decision(on: text, naive, key) == expected, "\(text) on \(naive)")
            counts[expected, default: 0] += 1
        }
        for decision in [true, false, nil] {
            #expect(counts[decision, default: 0] > Effort.times(200))
        }
    }

    private func decision(on text: String, _ naive: NaiveEvaluator, _ key: String) throws -> Bool? {
        let expression = try RuleChecker.check(
            try RulesParser.parseRule(text), of: .validate, variables: ["$key"])
        let scope = RuleScope(
            auth: naive.auth.ruleData, now: naive.now, variables: [key],
            root: naive.root.ruleData,
            newData: RuleSnapshot(root: naive.newRoot.ruleData, keys: [key]))
        var evaluator = RuleEvaluator(scope)
        guard case .scalar(.bool(let value))? = try? evaluator.value(of: expression) else {
            return nil
        }
        return value
    }

    @Test func patternsMatchAsFoundationDoes() throws {
        var random = SplitMix64(seed: Seed.make())
        for _ in 0..<Effort.times(2_000) {
            let pattern = Self.pattern(3, &random)
            let source = random.pick(["", "^"]) + "(\(pattern))" + random.pick(["", "$"])
            let text = String(
                (0..<Int.random(in: 0...6, using: &random)).map { _ in
                    random.pick(["a", "b", "A", "1"])
                })
            let flags = random.pick(["", "i"])
            let options: NSString.CompareOptions =
                flags == "i" ? [.regularExpression, .caseInsensitive] : .regularExpression
            let expected = text.range(of: source, options: options) != nil
            let compiled = try PatternParser.parse(source, flags: flags)
            #expect(compiled.matches(text) == expected, "/\(source)/\(flags) on '\(text)'")
        }
    }

    private static func pattern(_ depth: Int, _ random: inout SplitMix64) -> String {
        let atom: String =
            depth == 0 || Int.random(in: 0..<3, using: &random) == 0
            ? random.pick(["a", "b", ".", "[ab]", "[^a]", "\\d", "\\w", "1"])
            : "(\(pattern(depth - 1, &random)))"
        let repeated = atom + random.pick(["", "", "*", "+", "?", "{2}", "{1,2}", "{1,}"])
        switch Int.random(in: 0..<4, using: &random) {
        case 0 where depth > 0: return repeated + "|" + pattern(depth - 1, &random)
        case 1 where depth > 0: return repeated + pattern(depth - 1, &random)
        default: return repeated
        }
    }
}
