import PathSchema

/// Adds the types of a schema to rules that exist, and reports what contradicts them.
///
/// Everything that people wrote stays where it is: who may read and write, more conditions, comments.
/// The rules become stricter only in types. Data that the schema describes, keys that it doesn't list, and
/// keys that the rules name are allowed as before, and so is data without what a model requires. Nothing
/// is allowed that wasn't: a key that `$other` forbids stays forbidden.
struct RulesMerger {
    private var edits: RulesEdits
    var diagnostics: Diagnostics
    private var additions: [RulesAddition] = []
    private(set) var open = OpenPlaces()

    /// - Parameter source: which of the run's inputs the rules are.
    /// - Returns: `nil` if the rules can't be read, which has been reported.
    static func merge(
        _ rules: SchemaRules, into text: SourceText, source: Int,
        reportingTo diagnostics: inout Diagnostics
    ) -> MergedRules? {
        guard let root = RulesDocument.read(text, index: source, reportingTo: &diagnostics) else {
            return nil
        }
        var merger = RulesMerger(edits: RulesEdits(text.utf8), diagnostics: diagnostics)
        let added = merger.merge(rules, into: root, at: Place(names: NamedPlaces(in: root)))
        diagnostics = merger.diagnostics
        return MergedRules(
            text: merger.edits.result, additions: merger.additions, open: merger.open,
            check: DataCheck(added))
    }

    private init(edits: RulesEdits, diagnostics: Diagnostics) {
        self.edits = edits
        self.diagnostics = diagnostics
    }

    /// A place that is in the schema and in the rules.
    struct Place {
        /// The keys that lead there, as the rules write them.
        private(set) var keys: [String] = []
        private(set) var steps: [RulesStep] = []
        /// The variables of the rules on the way, with the places that they lead to.
        private(set) var variables: [String: [RulesStep]] = [:]
        /// What the rules call the schema's variables.
        private(set) var variableNames: [String: String] = [:]
        private(set) var named: NamedHere

        init(names: NamedPlaces) {
            named = NamedHere(names)
        }

        func child(_ key: String) -> Place {
            var place = self
            place.keys.append(key)
            place.steps.append(.key(key))
            place.named = named.child(key)
            return place
        }

        /// - Parameters:
        ///   - variable: the schema's variable, and `name` that of the rules.
        ///   - siblings: the keys that have rules of their own.
        func element(
            _ variable: String, named name: String, besides siblings: Set<String>
        ) -> Place {
            var place = self
            place.keys.append(name)
            place.steps.append(.any)
            place.variables[name] = place.steps
            place.variableNames[variable] = name
            place.named = named.element(besides: siblings)
            return place
        }

        func renamed(_ child: SchemaRules.Child) -> SchemaRules.Child {
            child.renamed(variableNames, besides: Set(variables.keys))
        }
    }

    /// - Returns: all that is added here and below, with nothing at the other places of the rules.
    private mutating func merge(
        _ rules: SchemaRules, into node: RulesNode, at place: Place
    ) -> SchemaRules {
        var new = NewMembers(node)
        var added = SchemaRules()
        mergeIndex(rules.index, of: node, at: place, adding: &new)
        let isSound = mergeConditions(rules, of: node, at: place, adding: &new, to: &added)
        open.note(rules, notIn: node, at: place.keys)
        if isSound {
            mergeChildren(rules, into: node, at: place, adding: &new, to: &added)
            mergeWildcard(rules, into: node, at: place, adding: &new, to: &added)
        }
        reportChildren(of: node, missingIn: rules)
        for (position, members) in new.all {
            edits.insert(members, after: position, in: node.object)
        }
        return added
    }

    private mutating func mergeIndex(
        _ index: [String], of node: RulesNode, at place: Place, adding new: inout NewMembers
    ) {
        let missing = index.filter { !(node.index?.children.contains($0) ?? false) }
        guard !missing.isEmpty else { return }
        additions.append(RulesAddition(place.keys, ".indexOn \(RulesText.list(missing))"))
        guard let existing = node.index else {
            new.addRule(".indexOn", RulesText.list(missing))
            return
        }
        if case .array(let elements) = existing.value.value, let last = elements.last {
            let list = missing.map { ", \(JSONText.quoted($0))" }.joined()
            edits.replace(last.end..<last.end, with: list)
        } else {
            edits.replace(existing.value.extent, with: RulesText.list(existing.children + missing))
        }
    }

    /// - Returns: whether the rules and the schema agree on what is here.
    private mutating func mergeConditions(
        _ rules: SchemaRules, of node: RulesNode, at place: Place, adding new: inout NewMembers,
        to added: inout SchemaRules
    ) -> Bool {
        let conditions = rules.conditions.map { $0.renamed(place.variableNames) }
        guard !conditions.isEmpty else { return true }
        let reader = ShapeReader(place: place.steps, variables: place.variables, isStrict: true)
        let existing = node.validate.map {
            ExistingShape(of: $0.expression, at: place.steps, reader)
        }
        if let rule = node.validate, let existing,
            let contradiction = existing.contradiction(to: conditions, reader)
        {
            report(contradiction, at: rule.value.range)
            return false
        }
        let missing = conditions.filter { !(existing?.implies($0, reader) ?? false) }
        if let conflict = place.named.conflict(with: missing, at: place.keys) {
            report(conflict.message, at: conflict.rule ?? node.object.range)
            return false
        }
        guard !missing.isEmpty else { return true }
        added.conditions = missing
        let addition = SchemaRules(conditions: missing).validate.description
        additions.append(RulesAddition(place.keys, addition))
        if let rule = node.validate {
            add(addition, to: rule)
        } else {
            new.addRule(".validate", JSONText.quoted(addition))
        }
        return true
    }

    private mutating func add(_ addition: String, to rule: RulesNode.Rule) {
        if rule.expression == .bool(true) {
            edits.replace(rule.value.extent, with: JSONText.quoted(addition))
            return
        }
        guard case .string(let string) = rule.value.value else { return }
        let bytes = string.bytes.lower..<string.bytes.upper
        let needsParentheses = rule.expression.isLooserThanAnd
        let text = needsParentheses ? "(\(edits.text(bytes)))" : edits.text(bytes)
        let quoted = JSONText.quoted(addition + " && ").dropLast() + text
        edits.replace(bytes, with: String(quoted.dropFirst()))
    }
}

// MARK: - Children

extension RulesMerger {
    private mutating func mergeChildren(
        _ rules: SchemaRules, into node: RulesNode, at place: Place, adding new: inout NewMembers,
        to added: inout SchemaRules
    ) {
        for child in node.children where !child.isVariable {
            let schema = rules.children.first { $0.key.hasSameBytes(as: child.key.text) }
            let merged = schema.map {
                merge($0.rules, into: child.node, at: place.child(child.key.text))
            }
            added.children.append(.init(key: child.key.text, rules: merged ?? SchemaRules()))
        }
        let missing = rules.children.filter { !$0.isVariable && node[$0.key] == nil }
        if let wildcard = node.wildcard {
            report(missing.map(\.key), under: wildcard)
        } else {
            let hasElements = rules.children.contains(where: \.isVariable)
            for child in missing {
                add(child, at: place, evenEmpty: hasElements, adding: &new, to: &added)
            }
        }
    }

    private mutating func mergeWildcard(
        _ rules: SchemaRules, into node: RulesNode, at place: Place, adding new: inout NewMembers,
        to added: inout SchemaRules
    ) {
        let fixed = Set(rules.children.filter { !$0.isVariable }.map(\.key))
        let named = Set(node.children.filter { !$0.isVariable }.map(\.key.text))
        guard let existing = node.wildcard else {
            if let wildcard = rules.children.first(where: \.isVariable) {
                add(wildcard, at: place, besides: fixed.union(named), adding: &new, to: &added)
            }
            return
        }
        guard let wildcard = rules.children.first(where: \.isVariable) else {
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

    /// Adds a child to an object that allows it already, whatever it is.
    ///
    /// - Parameters:
    ///   - siblings: the keys that a variable doesn't stand for.
    ///   - isNeeded: whether to add a child without any rules, lest a variable stand for it.
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

    /// The rules without what the schema forbids or requires, and what the rules that exist contradict.
    private mutating func typesOnly(_ rules: SchemaRules, at place: Place) -> SchemaRules {
        open.note(rules, notIn: nil, at: place.keys)
        var types = SchemaRules(index: rules.index)
        if !rules.index.isEmpty {
            additions.append(RulesAddition(place.keys, ".indexOn \(RulesText.list(rules.index))"))
        }
        if let conflict = place.named.conflict(with: rules.conditions, at: place.keys) {
            if let rule = conflict.rule { report(conflict.message, at: rule) }
            return types
        }
        types.conditions = rules.conditions
        if !types.conditions.isEmpty {
            additions.append(RulesAddition(place.keys, types.validate.description))
        }
        let fixed = Set(rules.children.filter { !$0.isVariable }.map(\.key))
        let hasElements = fixed.count < rules.children.count
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

// MARK: - Contradictions

extension RulesMerger {
    private static let unchanged = "the rules stay as they are here: change them, or the schema"

    private mutating func report(
        _ contradiction: String, at range: SourceRange, advice: String = unchanged
    ) {
        diagnostics.report(
            Diagnostic(.warning, contradiction, at: range, notes: [Diagnostic.Note(advice)]))
    }

    /// Reports children of the schema that have no rules of their own, but a variable.
    private mutating func report(_ keys: [String], under variable: RulesNode.Child) {
        guard let first = keys.first else { return }
        let list = Self.list(keys.map { Visible.quoted($0) })
        let name = Visible.quoted(variable.key.text)
        if variable.node.isForbidden {
            report(
                "the schema has \(list) here, which \(name) forbids", at: variable.key.range,
                advice: "if clients may write it, add \(JSONText.quoted(first)): {} to the rules; "
                    + "its type is added the next time")
        } else {
            report(
                "the schema has \(list) here, for which \(name) stands in the rules",
                at: variable.key.range)
        }
    }

    /// A list of some things: `a, b and 3 more`.
    private static func list(_ texts: [String]) -> String {
        switch texts.count {
        case 0...1: texts.joined()
        case 2...4: texts.dropLast().joined(separator: ", ") + " and " + texts[texts.count - 1]
        default: texts.prefix(3).joined(separator: ", ") + " and \(texts.count - 3) more"
        }
    }

    /// Reports what the rules have and the schema lacks.
    private mutating func reportChildren(of node: RulesNode, missingIn rules: SchemaRules) {
        let isKnown = rules.other != nil || !rules.conditions.isEmpty || !rules.children.isEmpty
        // A placeholder stands for keys that the rules list, too.
        guard isKnown, !rules.children.contains(where: \.isVariable) else { return }
        let keys = Set(rules.children.map(\.key))
        for child in node.children
        where !child.isVariable && !child.node.isForbidden && !keys.contains(child.key.text) {
            report("the schema has no \(Visible.quoted(child.key.text)) here", at: child.key.range)
        }
    }
}
