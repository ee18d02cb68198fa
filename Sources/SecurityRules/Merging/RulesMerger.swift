import PathSchema

/// Adds what a schema says to rules that exist, and reports what contradicts it.
///
/// Everything that people wrote stays where it is: who may read and write, more conditions, comments.
struct RulesMerger {
    private var edits: RulesEdits
    var diagnostics: Diagnostics

    /// - Parameter source: which of the run's inputs the rules are.
    /// - Returns: `nil` if the rules can't be read, which has been reported.
    static func merge(
        _ rules: SchemaRules, into text: SourceText, source: Int,
        reportingTo diagnostics: inout Diagnostics
    ) -> [UInt8]? {
        guard let root = RulesDocument.read(text, index: source, reportingTo: &diagnostics) else {
            return nil
        }
        var merger = RulesMerger(edits: RulesEdits(text.utf8), diagnostics: diagnostics)
        merger.merge(rules, into: root, at: Place())
        diagnostics = merger.diagnostics
        return merger.edits.result
    }

    /// A place that is in the schema and in the rules.
    struct Place {
        var steps: [RulesStep] = []
        /// The variables of the rules on the way, with the places that they lead to.
        var variables: [String: [RulesStep]] = [:]
        /// What the rules call the schema's variables.
        var names: [String: String] = [:]

        func child(_ key: String) -> Place {
            var place = self
            place.steps.append(.key(key))
            return place
        }

        func element(_ variable: String, in rules: String) -> Place {
            var place = self
            place.steps.append(.any)
            place.variables[rules] = place.steps
            place.names[variable] = rules
            return place
        }
    }

    private mutating func merge(_ rules: SchemaRules, into node: RulesNode, at place: Place) {
        var new = NewMembers(node)
        mergeIndex(rules.index, of: node, adding: &new)
        mergeConditions(rules.conditions, of: node, at: place, adding: &new)
        for child in rules.children where !child.isVariable {
            if let existing = node[child.key] {
                merge(child.rules, into: existing, at: place.child(child.key))
            } else {
                new.add(child, at: place)
            }
        }
        mergeWildcard(rules, into: node, at: place, adding: &new)
        reportChildren(of: node, missingIn: rules)
        for (position, members) in new.all {
            edits.insert(members, after: position, in: node.object)
        }
    }

    private mutating func mergeIndex(
        _ index: [String], of node: RulesNode, adding new: inout NewMembers
    ) {
        let missing = index.filter { !(node.index?.children.contains($0) ?? false) }
        guard !missing.isEmpty else { return }
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

    private mutating func mergeConditions(
        _ conditions: [RulesExpression], of node: RulesNode, at place: Place,
        adding new: inout NewMembers
    ) {
        let conditions = conditions.map { $0.renamed(place.names) }
        guard !conditions.isEmpty else { return }
        guard let rule = node.validate else {
            new.addRule(
                ".validate",
                JSONText.quoted(SchemaRules(conditions: conditions).validate.description))
            return
        }
        let reader = ShapeReader(place: place.steps, variables: place.variables, isStrict: true)
        let existing = ExistingShape(of: rule.expression, at: place.steps, reader)
        if let contradiction = existing.contradiction(to: conditions, reader) {
            report(contradiction, at: rule.value)
            return
        }
        let missing = conditions.filter { !existing.implies($0, reader) }
        guard !missing.isEmpty else { return }
        let addition = SchemaRules(conditions: missing).validate.description
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

    private mutating func mergeWildcard(
        _ rules: SchemaRules, into node: RulesNode, at place: Place, adding new: inout NewMembers
    ) {
        guard let wildcard = rules.children.first(where: \.isVariable) else {
            if rules.isClosed { close(node, adding: &new) }
            return
        }
        guard let existing = node.wildcard else {
            new.add(wildcard, at: place)
            return
        }
        if existing.node.isForbidden {
            diagnostics.report(
                Diagnostic(
                    .warning,
                    "the schema has children with any key here, and the rules forbid them",
                    at: existing.key.range, notes: [Self.unchanged]))
        } else {
            merge(
                wildcard.rules, into: existing.node,
                at: place.element(wildcard.key, in: existing.key.text))
        }
    }

    /// Forbids children that the schema doesn't have.
    private mutating func close(_ node: RulesNode, adding new: inout NewMembers) {
        guard let existing = node.wildcard else {
            new.addLast(RulesText.other.key, RulesText.other.value)
            return
        }
        guard !existing.node.isForbidden else { return }
        diagnostics.report(
            Diagnostic(
                .warning, "the rules allow children with any key here, and the schema has none",
                at: existing.key.range, notes: [Self.unchanged]))
    }
}

// MARK: - Contradictions

extension RulesMerger {
    private static let unchanged = Diagnostic.Note(
        "the rules stay as they are here: change them, or the schema")

    private mutating func report(_ contradiction: String, at rule: JSONNode) {
        diagnostics.report(
            Diagnostic(.warning, contradiction, at: rule.range, notes: [Self.unchanged]))
    }

    /// Reports what the rules have and the schema lacks.
    private mutating func reportChildren(of node: RulesNode, missingIn rules: SchemaRules) {
        let isKnown = rules.isClosed || !rules.conditions.isEmpty || !rules.children.isEmpty
        // A placeholder stands for keys that the rules list, too.
        guard isKnown, !rules.children.contains(where: \.isVariable) else { return }
        let keys = Set(rules.children.map(\.key))
        for child in node.children
        where !child.isVariable && !child.node.isForbidden && !keys.contains(child.key.text) {
            diagnostics.report(
                Diagnostic(
                    .warning, "the schema has no \(Visible.quoted(child.key.text)) here",
                    at: child.key.range, notes: [Self.unchanged]))
        }
    }
}
