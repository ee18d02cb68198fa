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
    package private(set) var parts: [(source: String, value: String)] = []

    /// The limits of an explanation, which handwritten rules don't reach.
    private static let maximumLength = 1_000
    private static let maximumCount = 100

    init(_ rule: CheckedRules.Rule, at node: CheckedRules.Node, in scope: RuleScope) {
        kind = rule.kind
        pattern = node.pattern
        source = rule.source
        var evaluator = RuleEvaluator(scope, isTracing: true)
        _ = evaluator.isTrue(rule.expression)
        let bytes = Array(source.utf8)
        for (range, value) in evaluator.trace ?? [] {
            if case .snapshot = value { continue }
            add(bytes[range], "\(value)")
        }
        if let (range, failure) = evaluator.failure {
            add(bytes[range], "an error: \(failure.message)")
        }
    }

    /// Adds a part, unless it is a literal or has been added already.
    private mutating func add(_ bytes: ArraySlice<UInt8>, _ value: String) {
        guard bytes.count <= Self.maximumLength, parts.count < Self.maximumCount else { return }
        let text = String(decoding: bytes, as: UTF8.self)
        let isLiteral = text == value || text == "'\(value.dropFirst().dropLast())'"
        if isLiteral || parts.contains(where: { $0.source == text }) { return }
        parts.append((text, value))
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
        let shown = source.utf8.count > Self.maximumLength ? "\(source.prefix(200))…" : source
        let head = "\(kind.rawValue) of /\(pattern.joined(separator: "/")) is false: \(shown)"
        let lines = parts.filter { $0.source != source || $0.value != "false" }
            .map { "\n  \($0.source) is \($0.value)" }
        return head + lines.joined()
    }
}
