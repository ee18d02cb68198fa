import PathSchema

/// Adds the types of a schema to existing rules, and reports contradictions.
///
/// Existing rules are kept: access rules, further conditions, comments. The rules become stricter
/// in types only. They continue to allow data that the schema describes, keys that it doesn't list,
/// keys that the rules name, and models without their required children. Nothing becomes allowed
/// that was forbidden: a key that `$other` forbids stays forbidden.
struct RulesMerger {
    private var edits: RulesEdits
    private var diagnostics: Diagnostics
    private var additions: [RulesAddition] = []
    private var open = OpenPlaces()

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
    private struct Place {
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
    private mutating func merge(
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

// MARK: - Children

/// Merging of a place's children, and of the variable for other keys.
extension RulesMerger {
    private mutating func mergeChildren(
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

    private mutating func mergeWildcard(
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

// MARK: - Warnings

/// Warnings about contradictions between rules and a schema.
extension RulesMerger {
    private static let unchanged = "the rules stay as they are here: change them, or the schema"
    private static let unchangedBelow =
        "the rules stay as they are here and below: change them, or the schema"

    private mutating func report(
        _ contradiction: String, at range: SourceRange, advice: String = unchanged
    ) {
        diagnostics.report(
            Diagnostic(.warning, contradiction, at: range, notes: [Diagnostic.Note(advice)]))
    }

    /// Reports children of the schema that only a variable of the rules matches.
    ///
    /// - Parameter besidesElements: whether the schema has elements that the variable matches, too.
    private mutating func report(
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
    private mutating func reportIndex(of node: RulesNode, against rules: SchemaRules) {
        guard let index = node.index, let kind = rules.conditions.lazy.compactMap(\.kind).first,
            kind != .children
        else { return }
        report(
            "the rules have an index of children here, and the schema \(kind.noun)",
            at: index.value.range, advice: "the index stays, and does nothing")
    }

    /// Reports children in the rules that the schema lacks.
    private mutating func reportChildren(of node: RulesNode, missingIn rules: SchemaRules) {
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

// MARK: - Existing conditions

/// The claims of an existing rule about its own place.
struct ExistingShape {
    private let reader: ShapeReader
    private let conditions: [RulesExpression]
    private let claims: Set<ShapeClaim.Content>
    /// The kinds of values that each claim allows.
    private let kinds: Set<Set<ValueShape.Kind>>

    init(of expression: RulesExpression, _ reader: ShapeReader) {
        self.reader = reader
        conditions = expression.conditions
        claims = Self.claims(of: conditions, reader)
        kinds = Set(claims.map(\.kinds)).subtracting([[]])
    }

    /// Whether the rule implies a condition.
    func implies(_ condition: RulesExpression) -> Bool {
        if conditions.contains(condition) { return true }
        let wanted = Self.claims(of: [condition], reader)
        let general: Set<ShapeClaim.Content> = [.string, .number, .bool, .children]
        return !wanted.isEmpty
            && wanted.allSatisfy {
                claims.contains($0) || general.contains($0) && kinds == [$0.kinds]
            }
    }

    /// Returns the reason why no data can meet the rule and the conditions; `nil` if some data can.
    func contradiction(to new: [RulesExpression]) -> String? {
        if conditions == [.bool(false)] {
            return "the schema has data here, and the rules forbid it"
        }
        guard let wanted = new.lazy.compactMap(\.kind).first, kinds.count == 1,
            let allowed = kinds.first, allowed.count == 1, let kind = allowed.first, kind != wanted
        else { return nil }
        return "the schema says that \(wanted.clause) here, and the rules that \(kind.clause)"
    }

    private static func claims(
        of conditions: [RulesExpression], _ reader: ShapeReader
    ) -> Set<ShapeClaim.Content> {
        let claims = conditions.compactMap { reader.claims(of: $0) }.joined()
        return Set(claims.filter { $0.place == reader.place }.map(\.content))
    }
}

extension ValueShape.Kind {
    /// The words "a string is".
    fileprivate var clause: String { self == .children ? "children are" : "\(noun) is" }
}
