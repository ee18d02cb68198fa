import PathSchema

/// Adds the types of a schema to existing rules, and reports contradictions.
///
/// Existing rules are kept: access rules, further conditions, comments. The rules become stricter
/// in types only. They continue to allow data that the schema describes, keys that it doesn't list,
/// keys that the rules name, and models without their required children. Nothing becomes allowed
/// that was forbidden: a key that `$other` forbids stays forbidden.
struct RulesMerger {
    private var edits: RulesEdits
    var diagnostics: Diagnostics
    var additions: [RulesAddition] = []
    var open = OpenPlaces()

    /// - Parameter source: the index of the rules among the run's inputs.
    /// - Returns: `nil` if the rules can't be read, which has been reported.
    static func merge(
        _ rules: SchemaRules, into text: SourceText, source: Int,
        reportingTo diagnostics: inout Diagnostics
    ) -> MergedRules? {
        guard let root = RulesDocument.read(text, index: source, reportingTo: &diagnostics) else {
            return nil
        }
        var merger = RulesMerger(edits: RulesEdits(text), diagnostics: diagnostics)
        let added = merger.merge(rules, into: root, at: Place(names: NamedPlaces(in: root)))
        diagnostics = merger.diagnostics
        return MergedRules(
            text: merger.edits.result, additions: merger.additions, open: merger.open,
            check: DataCheck(added))
    }

    /// A place in both the schema and the rules.
    struct Place {
        /// The keys that lead to the place, as the rules write them.
        private(set) var keys: [String] = []
        private(set) var steps: [RulesStep] = []
        /// The variables of the rules on the way, with their places.
        private(set) var variables: [String: [RulesStep]] = [:]
        /// The rules' names for the schema's variables.
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
        ///   - variable: the schema's variable; `name` is the rules' variable.
        ///   - siblings: the keys with rules of their own.
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

    /// - Returns: the rules added at this place and below, and no rules for other places.
    mutating func merge(
        _ rules: SchemaRules, into node: RulesNode, at place: Place
    ) -> SchemaRules {
        var new = NewMembers(node)
        var added = SchemaRules()
        mergeIndex(rules.index, of: node, at: place, adding: &new)
        reportIndex(of: node, against: rules)
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
            let end = last.extent.upperBound
            edits.replace(end..<end, with: list)
        } else {
            edits.replace(existing.value.extent, with: RulesText.list(existing.children + missing))
        }
    }

    /// - Returns: whether the rules and the schema agree on the data at this place.
    private mutating func mergeConditions(
        _ rules: SchemaRules, of node: RulesNode, at place: Place, adding new: inout NewMembers,
        to added: inout SchemaRules
    ) -> Bool {
        let conditions = rules.conditions.map { $0.renamed(place.variableNames) }
        guard !conditions.isEmpty else { return true }
        let reader = ShapeReader(place: place.steps, variables: place.variables, isStrict: true)
        let existing = node.validate.map { ExistingShape(of: $0.expression, reader) }
        if let rule = node.validate, let contradiction = existing?.contradiction(to: conditions) {
            report(contradiction, at: rule.value.range, advice: Self.unchangedBelow)
            return false
        }
        let missing = conditions.filter { !(existing?.implies($0) ?? false) }
        if let conflict = place.named.conflict(with: missing, at: place.keys) {
            report(
                conflict.message, at: conflict.rule ?? node.object.range,
                advice: Self.unchangedBelow)
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
        let text =
            switch rule.expression {
            case .binary(_, .or, _), .conditional: "(\(edits.text(bytes)))"
            default: edits.text(bytes)
            }
        let quoted = JSONText.quoted(addition + " && ").dropLast() + text
        edits.replace(bytes, with: String(quoted.dropFirst()))
    }
}
