/// A request for which rules decide: who makes it, when, and over which data.
package struct RulesRequest: Sendable {
    /// The user: `nil` for nobody, else the data of `auth`.
    package var auth: (any RuleData)?
    /// The time in milliseconds since 1970.
    package var now: Double
    /// The data of the database, before any write.
    package var root: (any RuleData)?

    package init(auth: (any RuleData)?, now: Double, root: (any RuleData)?) {
        (self.auth, self.now, self.root) = (auth, now, root)
    }
}

/// A node of the rules on the way down to a place, with the values of its names.
struct RulesPosition {
    private(set) var node: CheckedRules.Node?
    private(set) var scope: RuleScope

    init(_ rules: CheckedRules, _ request: RulesRequest, newRoot: (any RuleData)?) {
        node = rules.root
        scope = RuleScope(
            auth: request.auth, now: request.now, root: request.root,
            newData: RuleSnapshot(root: newRoot))
    }

    mutating func setQuery(_ query: RuleQuery) { scope.query = query }

    /// Returns the position of a child.
    func child(_ key: String) -> RulesPosition {
        child(key, node?.child(key), scope.newData.data?.child(key))
    }

    /// Returns the position of a child whose rules and new data are known.
    func child(
        _ key: String, _ rules: CheckedRules.Node?, _ newData: (any RuleData)?
    ) -> RulesPosition {
        var child = self
        child.node = rules
        if let rules, rules.isVariable { child.scope.variables.append(key) }
        child.scope.newData = scope.newData.child(key, newData)
        return child
    }

    func isTrue(_ rule: CheckedRules.Rule) -> Bool {
        if case .literal(.scalar(.bool(let value))) = rule.expression.operation { return value }
        var evaluator = RuleEvaluator(scope)
        return evaluator.isTrue(rule.expression)
    }

    /// Returns the rule with the values that decided; `nil` if the node has no such rule.
    func evaluated(_ rule: CheckedRules.Rule?) -> EvaluatedRule? {
        guard let rule, let node else { return nil }
        return EvaluatedRule(rule, at: node, in: scope)
    }
}
