import PathSchema

/// What is to be added to an object of rules, and where: rules after its rules, children after its
/// children, and what stands for all others at its end.
struct NewMembers {
    private let ruleCount: Int
    private let childCount: Int
    private let count: Int
    private var rules: [RulesEdits.Member] = []
    private var children: [RulesEdits.Member] = []
    private var last: [RulesEdits.Member] = []

    init(_ node: RulesNode) {
        var keys: [String] = []
        if case .object(let members) = node.object.value { keys = members.map(\.key.text) }
        count = keys.count
        ruleCount = keys.lastIndex { $0.hasPrefix(".") }.map { $0 + 1 } ?? 0
        childCount = keys.lastIndex { !$0.hasPrefix("$") }.map { $0 + 1 } ?? 0
    }

    /// The new members, with the number of the object's own that they come after.
    var all: [(position: Int, members: [RulesEdits.Member])] {
        var groups: [Int: [RulesEdits.Member]] = [:]
        for (position, members) in [(ruleCount, rules), (childCount, children), (count, last)]
        where !members.isEmpty {
            groups[position, default: []] += members
        }
        return groups.map { ($0.key, $0.value) }.sorted { $0.position < $1.position }
    }

    mutating func addRule(_ key: String, _ value: String) {
        rules.append(.init(key: key) { _ in value })
    }

    mutating func add(_ child: SchemaRules.Child) {
        let member = RulesEdits.Member(key: child.key) { indentation in
            let column = indentation.map { $0.utf8.count + JSONText.quoted(child.key).count + 2 }
            return RulesText.object(child.rules, indentation: indentation ?? "", column: column)
        }
        if child.isVariable { last.append(member) } else { children.append(member) }
    }
}

extension SchemaRules.Child {
    /// The child with other names for some variables.
    ///
    /// - Parameters:
    ///   - names: what variables on the way here are called.
    ///   - taken: the variables on the way here, which no other may be called.
    func renamed(
        _ names: [String: String], besides taken: Set<String>
    ) -> SchemaRules.Child {
        var names = names
        var key = key
        if isVariable {
            var number = 2
            while taken.contains(key) {
                key = "\(self.key)\(number)"
                number += 1
            }
            names[self.key] = key
        }
        var rules = rules
        let inner = isVariable ? taken.union([key]) : taken
        rules.conditions = rules.conditions.map { $0.renamed(names) }
        rules.children = rules.children.map { $0.renamed(names, besides: inner) }
        return SchemaRules.Child(key: key, rules: rules)
    }
}

extension RulesExpression {
    /// The expression with other names for some variables.
    func renamed(_ names: [String: String]) -> RulesExpression {
        switch self {
        case .name(let name): .name(names[name] ?? name)
        case .call(let base, let method, let arguments):
            .call(base.renamed(names), method, arguments.map { $0.renamed(names) })
        default: self
        }
    }
}
