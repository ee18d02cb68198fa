import PathSchema

/// Warnings about contradictions between rules and a schema.
extension RulesMerger {
    static let unchanged = "the rules stay as they are here: change them, or the schema"
    static let unchangedBelow =
        "the rules stay as they are here and below: change them, or the schema"

    mutating func report(
        _ contradiction: String, at range: SourceRange, advice: String = unchanged
    ) {
        diagnostics.report(
            Diagnostic(.warning, contradiction, at: range, notes: [Diagnostic.Note(advice)]))
    }

    /// Reports children of the schema that only a variable of the rules matches.
    ///
    /// - Parameter besidesElements: whether the schema has elements that the variable matches, too.
    mutating func report(
        _ keys: [String], under variable: RulesNode.Child, besidesElements: Bool
    ) {
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
                at: variable.key.range,
                advice: besidesElements
                    ? "no types are added for \(name) and all below, since \(list) would have to "
                        + "have them, too: give \(keys.count == 1 ? "it" : "them") rules beside \(name)"
                    : Self.unchanged)
        }
    }

    /// Returns some texts as a list in a sentence: `a, b and 3 more`.
    private static func list(_ texts: [String]) -> String {
        switch texts.count {
        case 0...1: texts.joined()
        case 2...4: texts.dropLast().joined(separator: ", ") + " and " + texts[texts.count - 1]
        default: texts.prefix(3).joined(separator: ", ") + " and \(texts.count - 3) more"
        }
    }

    /// Reports an index at a value without children.
    mutating func reportIndex(of node: RulesNode, against rules: SchemaRules) {
        guard let index = node.index, let kind = rules.conditions.lazy.compactMap(\.kind).first,
            kind != .children
        else { return }
        report(
            "the rules have an index of children here, and the schema \(kind.noun)",
            at: index.value.range, advice: "the index stays, and does nothing")
    }

    /// Reports children in the rules that the schema lacks.
    mutating func reportChildren(of node: RulesNode, missingIn rules: SchemaRules) {
        let isKnown = rules.other != nil || !rules.conditions.isEmpty || !rules.children.isEmpty
        // A placeholder also matches keys that the rules list.
        guard isKnown, rules.variable == nil else { return }
        let keys = Set(rules.children.map(\.key))
        for child in node.children
        where !child.isVariable && !child.node.isForbidden && !keys.contains(child.key.text) {
            report("the schema has no \(Visible.quoted(child.key.text)) here", at: child.key.range)
        }
    }
}
