import PathSchema
import SecurityRules

/// Builds a tree from security rules: children, and the types that the rules show.
///
/// ```
/// SourceText ──RulesDocument──▶ RulesNode ──ShapeReader──▶ RulesPlace ──▶ ImportedNode
/// ```
package struct RulesReader {
    private var root = RulesPlace()
    private var evidence: [RulesEvidence] = []
    private var notes: [ImportNote] = []

    /// - Returns: `nil` if there are errors.
    package static func read(
        _ source: SourceText, reportingTo diagnostics: inout Diagnostics
    ) -> Imported? {
        guard let rules = RulesDocument.read(source, reportingTo: &diagnostics) else { return nil }
        var reader = RulesReader()
        reader.root = reader.place(of: rules, at: Location())
        reader.root.add(reader.evidence)
        var tree = RulesTree(root: reader.root)
        let node = tree.imported(reader.root, at: ImportedPlace())
        guard case .branch = node.shape else {
            diagnostics.error(
                "the rules name no place of the database", at: rules.object.range,
                advice: "a schema is made of places, as in \"users\": { \"$uid\": { … } }")
            return nil
        }
        return Imported(root: node, notes: reader.notes + tree.notes)
    }

    /// The place of a rule, with its context.
    private struct Location {
        var path = ImportedPlace()
        /// The variables on the way, with their places.
        var variables: [String: [RulesStep]] = [:]
        /// Whether a rule above grants write access, regardless of the rules below.
        var isWritable = false

        func child(_ child: RulesNode.Child, of node: RulesNode) -> Location {
            var location = self
            location.isWritable = isWritable || node.write?.expression.letsUsersWrite == true
            if child.isVariable {
                location.path = path.element
                location.variables[child.key.text] = location.path.steps
            } else {
                location.path = path.appending(child.key.text)
            }
            return location
        }
    }

    private mutating func place(of node: RulesNode, at location: Location) -> RulesPlace {
        var place = RulesPlace()
        if node.read != nil || node.write != nil {
            notes.append(
                ImportNote("a schema has no place for .read and .write rules", at: location.path))
        }
        read(node, at: location)
        place.index = node.index?.children ?? []
        for child in node.children {
            let childLocation = location.child(child, of: node)
            if child.isVariable {
                guard !child.standsForOthers(in: node) else { continue }
                let name = String(child.key.text.dropFirst())
                place.wildcard = [(name, self.place(of: child.node, at: childLocation))]
            } else if child.node.isForbidden {
                notes.append(
                    ImportNote("left out: the rules forbid all data", at: childLocation.path))
            } else {
                place.add(child.key.text, self.place(of: child.node, at: childLocation))
            }
        }
        return place
    }

    /// Reads a node's rules, including their claims about other places.
    private mutating func read(_ node: RulesNode, at location: Location) {
        let place = location.path.steps
        let reader = ShapeReader(place: place, variables: location.variables)
        for condition in node.validate?.expression.conditions ?? [] {
            if let claims = reader.claims(of: condition) {
                // An alternative that allows anything is evidence about the rule's own place only;
                // about other places, it just means that this rule makes no claim.
                evidence += claims.filter { $0.content != .anything || $0.place == place }
                    .map { .claim($0, by: place, isFirm: true) }
            } else {
                notes.append(
                    ImportNote(
                        "a schema has no place for a condition here", "\(condition)",
                        at: location.path))
            }
            evidence += reader.mentions(of: condition)
                .filter { $0.place != place || $0.content?.isText == true }
                .map { .mention($0) }
        }
        if let write = node.write?.expression {
            let claims = reader.claims(of: write) ?? []
            evidence += claims.filter { $0.content != .required || !location.isWritable }
                .map { .claim($0, by: place, isFirm: false) }
        }
        for rule in [node.write, node.read].compactMap(\.self) {
            evidence += reader.mentions(of: rule.expression).map { .mention($0) }
        }
    }
}

extension RulesNode.Child {
    /// Whether a variable only decides about keys that the rules don't list, as in
    /// `"$other": { ".validate": false }`.
    fileprivate func standsForOthers(in parent: RulesNode) -> Bool {
        if node.isForbidden { return true }
        let rules = [node.validate, node.read, node.write].compactMap { $0?.expression }
        guard node.children.isEmpty, node.index == nil, rules.allSatisfy(\.isConstant) else {
            return false
        }
        let hasSiblings = parent.children.count > 1
        let isNamedSo = Self.names.contains(key.text.dropFirst().lowercased())
        return isNamedSo && (hasSiblings || node.validate != nil)
    }

    private static let names: Set = [
        "_", "all", "any", "anything", "attribute", "default", "else", "everything", "extra",
        "field", "other", "others", "otherwise", "prop", "property", "rest", "unknown",
    ]
}

extension ShapeClaim.Content {
    fileprivate var isText: Bool {
        if case .oneOf = self { true } else { false }
    }
}

extension RulesExpression {
    fileprivate var isConstant: Bool {
        if case .bool = self { true } else { false }
    }

    /// Whether the condition is true for all users, or for all signed-in users, whatever they
    /// write.
    fileprivate var letsUsersWrite: Bool {
        alternatives.contains { $0 != .bool(false) && !$0.looksAtData }
    }

    private var looksAtData: Bool {
        switch self {
        case .name("data"), .name("newData"), .name("root"), .member(.name("auth"), "token"): true
        default: parts.contains(where: \.looksAtData)
        }
    }
}
