/// The reason why rules refuse a request.
package struct RulesRefusal: Sendable {
    package let kind: RuleKind
    /// The place at which access is refused, or whose new data are invalid.
    package let place: [String]
    /// The rules that were evaluated without allowing the request; for ``RuleKind/validate``, the
    /// one that refused the data.
    package let rules: [EvaluatedRule]
}

/// A rule that was evaluated, and the values that decided.
package struct EvaluatedRule: Sendable {
    package let kind: RuleKind
    /// The place in the rules, as in `rooms/$roomId`.
    package let pattern: [String]
    package let source: String
    /// The parts that have been evaluated, each with its value, or with the reason why it has none.
    package let parts: [(source: String, value: String)]

    init(_ rule: CheckedRules.Rule, at node: CheckedRules.Node, in scope: RuleScope) {
        var evaluator = RuleEvaluator(scope, isTracing: true)
        _ = evaluator.isTrue(rule.expression)
        kind = rule.kind
        pattern = node.pattern
        source = rule.source
        let bytes = Array(rule.source.utf8)
        var seen: Set<String> = []
        var parts: [(source: String, value: String)] = []
        func add(_ range: Range<Int>, _ value: String) {
            let text = String(decoding: bytes[range], as: UTF8.self)
            if text != value, seen.insert(text).inserted { parts.append((text, value)) }
        }
        for (range, value) in evaluator.trace ?? [] {
            switch value {
            case .snapshot: break
            case .scalar(.string(let text))
            where range.count == text.utf8.count + 2 && "'\"".utf8.contains(bytes[range.lowerBound]):
                break
            default: add(range, "\(value)")
            }
        }
        if let (range, failure) = evaluator.failure { add(range, "an error: \(failure.message)") }
        self.parts = parts
    }
}

extension RulesRefusal: CustomStringConvertible {
    /// The rules that refused, and the values of their parts, a line each.
    package var description: String {
        if rules.isEmpty { return "no \(kind.rawValue) rule at this place or above it" }
        return rules.map(\.description).joined(separator: "\n")
    }
}

extension EvaluatedRule: CustomStringConvertible {
    package var description: String {
        let head = "\(kind.rawValue) of /\(pattern.joined(separator: "/")) is false: \(source)"
        let lines = parts.filter { $0.source != source || $0.value != "false" }
            .map { "\n  \($0.source) is \($0.value)" }
        return head + lines.joined()
    }
}
