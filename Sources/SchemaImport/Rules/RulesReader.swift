import PathSchema
import SecurityRules

/// Makes a tree of security rules: where children are, and of which types the rules say they are.
///
/// ```
/// SourceText ──RulesDocument──▶ RulesNode ──ShapeReader──▶ RulesPlace ──▶ ImportedNode
/// ```
package struct RulesReader {
    private var root = RulesPlace()
    private var claims: [(claim: ShapeClaim, known: Int)] = []
    private var notes: [ImportNote] = []
    private var accessRules = 0

    /// - Returns: `nil` if there are errors.
    package static func read(
        _ source: SourceText, reportingTo diagnostics: inout Diagnostics
    ) -> Imported? {
        guard let rules = RulesDocument.read(source, reportingTo: &diagnostics) else { return nil }
        var reader = RulesReader()
        reader.root = reader.place(of: rules, at: Location())
        for (claim, known) in reader.claims {
            reader.root.add(claim.content, at: claim.place[...], known: known)
        }
        reader.noteAccessRules()
        let node = reader.root.node(at: ImportedPlace(), notes: &reader.notes)
        guard case .branch = node.shape else {
            diagnostics.error(
                "the rules name no place of the database", at: rules.object.range,
                advice: "a schema is made of places, as in \"users\": { \"$uid\": { … } }")
            return nil
        }
        return Imported(root: node, notes: reader.notes)
    }

    /// Where a rule is.
    private struct Location {
        var path = ImportedPlace()
        var steps: [RulesStep] = []
        /// The variables on the way, with the places that they lead to.
        var variables: [String: [RulesStep]] = [:]

        func child(_ child: RulesNode.Child) -> Location {
            var location = self
            location.path = path.appending(child.key.text)
            location.steps.append(child.isVariable ? .any : .key(child.key.text))
            if child.isVariable { location.variables[child.key.text] = location.steps }
            return location
        }
    }

    private mutating func place(of node: RulesNode, at location: Location) -> RulesPlace {
        var place = RulesPlace()
        accessRules += node.accessRules
        if let rule = node.validate { read(rule.expression, at: location) }
        place.index = node.index?.children ?? []
        for child in node.children {
            let childLocation = location.child(child)
            if child.node.isForbidden {
                if !child.isVariable {
                    notes.append(
                        ImportNote("left out: the rules forbid all data", at: childLocation.path))
                }
            } else if child.isVariable {
                let name = String(child.key.text.dropFirst())
                place.wildcard = [(name, self.place(of: child.node, at: childLocation))]
            } else {
                place.children.append(
                    (child.key.text, self.place(of: child.node, at: childLocation)))
            }
        }
        return place
    }

    private mutating func read(_ expression: RulesExpression, at location: Location) {
        let reader = ShapeReader(place: location.steps, variables: location.variables)
        for condition in expression.conditions {
            if let claims = reader.claims(of: condition) {
                self.claims += claims.map { ($0, location.steps.count) }
            } else {
                notes.append(
                    ImportNote("a schema has no place for: \(condition)", at: location.path))
            }
        }
    }

    private mutating func noteAccessRules() {
        guard accessRules > 0 else { return }
        let rules =
            accessRules == 1 ? "1 .read or .write rule" : "\(accessRules) .read and .write rules"
        notes.insert(ImportNote("a schema has no place for \(rules)"), at: 0)
    }
}
