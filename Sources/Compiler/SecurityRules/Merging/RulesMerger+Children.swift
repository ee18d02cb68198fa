import PathSchema

/// Merging of a place's children, and of the variable for other keys.
extension RulesMerger {
    mutating func mergeChildren(
        _ rules: SchemaRules, into node: RulesNode, at place: Place, adding new: inout NewMembers,
        to added: inout SchemaRules
    ) {
        let described = rules.named
        for child in node.children where !child.isVariable {
            let merged = described[ExactText(child.key.text)].map {
                merge($0.rules, into: child.node, at: place.child(child.key.text))
            }
            added.children.append(.init(key: child.key.text, rules: merged ?? SchemaRules()))
        }
        let named = Set(node.children.map { ExactText($0.key.text) })
        let missing = rules.children.filter {
            !$0.isVariable && $0.isListed && !named.contains(ExactText($0.key))
        }
        // A variable without rules allows what a child beside it allows without rules.
        if let wildcard = node.wildcard, !wildcard.node.isTransparent {
            report(missing.map(\.key), under: wildcard, besidesElements: rules.variable != nil)
        } else {
            let hasElements = rules.variable != nil
            for child in missing {
                add(child, at: place, evenEmpty: hasElements, adding: &new, to: &added)
            }
        }
    }

    mutating func mergeWildcard(
        _ rules: SchemaRules, into node: RulesNode, at place: Place, adding new: inout NewMembers,
        to added: inout SchemaRules
    ) {
        let fixed = Set(rules.children.filter { !$0.isVariable && $0.isListed }.map(\.key))
        var named = Set(node.children.filter { !$0.isVariable }.map(\.key.text))
        if node.wildcard?.node.isTransparent == true { named.formUnion(fixed) }
        guard let existing = node.wildcard else {
            if let wildcard = rules.variable {
                add(wildcard, at: place, besides: fixed.union(named), adding: &new, to: &added)
            }
            return
        }
        guard let wildcard = rules.variable else {
            if rules.other != nil, fixed.isSubset(of: named), !existing.node.isForbidden {
                report(
                    "the rules allow children with any key here, and the schema has none",
                    at: existing.key.range)
            }
            return
        }
        if existing.node.isForbidden {
            report(
                "the schema has children with any key here, and the rules forbid them",
                at: existing.key.range)
        } else if fixed.isSubset(of: named) {
            let element = place.element(wildcard.key, named: existing.key.text, besides: named)
            added.children.append(
                .init(
                    key: existing.key.text,
                    rules: merge(wildcard.rules, into: existing.node, at: element)))
        }
    }

    /// Adds a child to an object that allows that child already, with any data.
    ///
    /// - Parameters:
    ///   - siblings: the keys that a variable doesn't match.
    ///   - isNeeded: whether to add a child without rules, so that a variable doesn't match its
    ///     key.
    private mutating func add(
        _ child: SchemaRules.Child, at place: Place, besides siblings: Set<String> = [],
        evenEmpty isNeeded: Bool = false, adding new: inout NewMembers, to added: inout SchemaRules
    ) {
        let child = place.renamed(child)
        let place =
            child.isVariable
            ? place.element(child.key, named: child.key, besides: siblings) : place.child(child.key)
        let rules = typesOnly(child.rules, at: place)
        guard isNeeded || !rules.isEmpty else { return }
        let addition = SchemaRules.Child(key: child.key, rules: rules)
        new.add(addition)
        added.children.append(addition)
    }

    /// Returns the rules without those that forbid or require children, and without conflicts with
    /// existing rules.
    private mutating func typesOnly(_ rules: SchemaRules, at place: Place) -> SchemaRules {
        open.note(rules, notIn: nil, at: place.keys)
        var types = SchemaRules(index: rules.index)
        if !rules.index.isEmpty {
            additions.append(RulesAddition(place.keys, ".indexOn \(RulesText.list(rules.index))"))
        }
        if let conflict = place.named.conflict(with: rules.conditions, at: place.keys) {
            if let rule = conflict.rule {
                report(conflict.message, at: rule, advice: Self.unchangedBelow)
            }
            return types
        }
        types.conditions = rules.conditions
        if !types.conditions.isEmpty {
            additions.append(RulesAddition(place.keys, types.validate.description))
        }
        let fixed = Set(rules.children.filter { !$0.isVariable }.map(\.key))
        let hasElements = rules.variable != nil
        for child in rules.children {
            let inner =
                child.isVariable
                ? place.element(child.key, named: child.key, besides: fixed)
                : place.child(child.key)
            let rules = typesOnly(child.rules, at: inner)
            if !rules.isEmpty || hasElements && !child.isVariable {
                types.children.append(.init(key: child.key, rules: rules))
            }
        }
        return types
    }
}
