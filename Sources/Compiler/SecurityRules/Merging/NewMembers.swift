import PathSchema

/// The members to be added to an object of rules: rules after its rules, children after its
/// children, and the variable for all other keys at its end.
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

    /// The new members, each list with the number of existing members before it.
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
    /// Returns the child with some variables renamed.
    ///
    /// - Parameters:
    ///   - names: the new names of variables on the way to the child.
    ///   - taken: the variables on the way to the child, which must not be used again.
    func renamed(
        _ names: [String: String], besides taken: Set<String>
    ) -> SchemaRules.Child {
        var names = names
        var key = key
        if isVariable {
            if taken.contains(key) { key = key.numbered { !taken.contains($0) } }
            names[self.key] = key
        }
        var rules = rules
        let inner = isVariable ? taken.union([key]) : taken
        rules.conditions = rules.conditions.map { $0.renamed(names) }
        rules.children = rules.children.map { $0.renamed(names, besides: inner) }
        return SchemaRules.Child(key: key, rules: rules, isListed: isListed)
    }
}

extension RulesExpression {
    /// Returns the expression with some variables renamed.
    func renamed(_ names: [String: String]) -> RulesExpression {
        switch self {
        case .name(let name): .name(names[name] ?? name)
        case .call(let base, let method, let arguments):
            .call(base.renamed(names), method, arguments.map { $0.renamed(names) })
        default: self
        }
    }
}
