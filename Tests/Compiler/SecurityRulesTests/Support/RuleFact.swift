import Foundation
import TestSupport

@testable import SecurityRules

/// An expression, and the service's decision.
struct RuleFact: Decodable, CustomStringConvertible {
    var rule: String
    var user: String?
    var kind: String?
    var isValid: Bool
    var failAtRuntime: Bool?
    var evaluateTo: Bool?
    var data: RulesData?
    var newData: RulesData?
    var query: [String: RulesData]?
    var wildchildren: [String: String]?
    var message: String?
    var column: Int?

    var description: String { rule }

    /// The users in the first line of the table of recorded facts.
    static let users: [String: RulesData] = {
        struct Head: Decodable { let users: [String: RulesData] }
        let head = try? JSONDecoder().decode(Head.self, from: Data(lines("targaryen")[0].utf8))
        return head?.users ?? [:]
    }()

    static let recorded = facts(in: lines("targaryen").dropFirst())
    static let documented = facts(in: lines("documented"))

    private static func lines(_ table: String) -> [Substring] {
        let file = "Tests/Compiler/SecurityRulesTests/Facts/\(table).jsonl"
        return (try? Repository.text(of: file))?.split(separator: "\n") ?? []
    }

    private static func facts(in lines: some Sequence<Substring>) -> [RuleFact] {
        lines.compactMap { try? JSONDecoder().decode(RuleFact.self, from: Data($0.utf8)) }
    }

    enum Outcome: Equatable {
        case invalid
        case fails
        case value(Bool)
    }

    var expected: Outcome {
        isValid ? failAtRuntime == true ? .fails : .value(evaluateTo ?? false) : .invalid
    }

    var ruleKind: RuleKind { kind.flatMap { RuleKind(rawValue: ".\($0)") } ?? .read }

    /// The checked expression; throws its error.
    func checked() throws -> CheckedExpression {
        let parsed = try RulesParser.parseRule(rule)
        return try RuleChecker.check(parsed, of: ruleKind, variables: variables)
    }

    private var variables: [String] { (wildchildren ?? [:]).keys.sorted() }

    var scope: RuleScope {
        var scope = RuleScope(
            auth: Self.users[user ?? "unauth"]?.ruleData, now: 1_700_000_000_000,
            variables: variables.compactMap { wildchildren?[$0] }, root: data?.ruleData,
            newData: RuleSnapshot(root: newData?.ruleData))
        scope.query = ruleQuery
        return scope
    }

    private var ruleQuery: RuleQuery {
        var query = RuleQuery()
        for (name, value) in self.query ?? [:] {
            switch (name, value) {
            case ("orderByChild", .string(let path)): query.order = .child(path)
            case ("orderByValue", _): query.order = .value
            case ("startAt", _): query.startAt = value.scalar
            case ("endAt", _): query.endAt = value.scalar
            case ("equalTo", _): query.equalTo = value.scalar
            case ("limitToFirst", .number(let count)): query.limitToFirst = Int(count)
            case ("limitToLast", .number(let count)): query.limitToLast = Int(count)
            default: break
            }
        }
        return query
    }

    var outcome: Outcome {
        guard let expression = try? checked() else { return .invalid }
        var evaluator = RuleEvaluator(scope)
        guard let value = try? evaluator.value(of: expression) else { return .fails }
        if case .scalar(.bool(let value)) = value { return .value(value) }
        return .fails
    }
}
