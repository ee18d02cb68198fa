import PathSchema
import SecurityRules

/// Builds a tree from security rules: children, and the types that the rules show.
///
/// ```
/// SourceText ──RulesDocument──▶ RulesNode ──ShapeReader──▶ RulesPlace ──▶ ImportedNode
/// ```
package struct RulesReader {
    private let lines: SourceLines
    private var evidence: [RulesEvidence] = []
    private var notes: [ImportNote] = []

    /// - Returns: `nil` if there are errors.
    package static func read(
        _ source: SourceText, reportingTo diagnostics: inout Diagnostics
    ) -> Imported? {
        guard let rules = RulesDocument.read(source, reportingTo: &diagnostics) else { return nil }
        var reader = RulesReader(lines: SourceLines(source))
        var root = reader.place(of: rules, at: Location())
        for evidence in root.add(reader.evidence) { reader.noteElement(evidence) }
        var tree = RulesTree(root: root)
        let node = tree.imported(root, at: ImportedPlace())
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
        place.isDeclared = true
        place.position = lines.position(of: (node.validate?.value ?? node.object).range.lower)
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
            let claims = reader.claims(of: condition)
            if let claims {
                // An alternative that allows anything is evidence about the rule's own place only;
                // about other places, it just means that this rule makes no claim.
                add(
                    claims.filter { $0.content != .anything || $0.place == place },
                    by: node.validate,
                    at: place, isFirm: true)
            } else {
                notes.append(
                    ImportNote(
                        "a schema has no place for a condition here", "\(condition)",
                        at: location.path))
            }
            let mentions = reader.mentions(of: condition)
                .filter { $0.place != place || $0.content?.isText == true }
            add(mentions, besides: claims ?? [], by: node.validate, at: place, isFirm: true)
        }
        // A rule above or below can let users write what this one refuses.
        let isOnlyWrite = !location.isWritable && !node.hasWriteBelow
        for condition in node.write?.expression.conditions ?? [] {
            let claims = reader.claims(of: condition) ?? []
            add(
                claims.filter { $0.content != .required || isOnlyWrite }, by: node.write, at: place,
                isFirm: false)
            add(
                reader.mentions(of: condition), besides: claims, by: node.write, at: place,
                isFirm: false)
        }
        if let read = node.read {
            add(reader.mentions(of: read.expression), by: read, at: place, isFirm: false)
        }
    }

    private mutating func add(
        _ claims: [ShapeClaim], by rule: RulesNode.Rule?, at place: [RulesStep], isFirm: Bool
    ) {
        let origin = origin(rule, at: place, isFirm: isFirm)
        evidence += claims.map { RulesEvidence(statement: .claim($0), rule: origin) }
    }

    /// - Parameter claims: the claims of the same condition. A place that it forbids isn't mentioned.
    private mutating func add(
        _ mentions: [ShapeMention], besides claims: [ShapeClaim] = [], by rule: RulesNode.Rule?,
        at place: [RulesStep], isFirm: Bool
    ) {
        let origin = origin(rule, at: place, isFirm: isFirm)
        let forbidden = claims.filter { $0.content == .absent }.map(\.place)
        evidence += mentions.filter { !$0.isDenied || !forbidden.contains($0.place) }
            .map { RulesEvidence(statement: .mention($0), rule: origin) }
    }

    private func origin(
        _ rule: RulesNode.Rule?, at place: [RulesStep], isFirm: Bool
    ) -> RulesEvidence.Origin {
        RulesEvidence.Origin(
            place: place, position: lines.position(of: rule?.value.range.lower ?? 0),
            isFirm: isFirm)
    }

    /// Notes that a rule at a collection was taken to speak of the elements.
    private mutating func noteElement(_ evidence: RulesEvidence) {
        guard case .key(let key) = evidence.place[evidence.rule.place.count] else { return }
        let note = ImportNote(
            "taken for a child of each element, though the rule here asks for a child of the "
                + "collection itself", "'\(key)'", at: ImportedPlace(evidence.rule.place),
            position: evidence.rule.position)
        if !notes.contains(note) { notes.append(note) }
    }
}

extension RulesNode {
    /// Whether a rule at a place below grants write access.
    fileprivate var hasWriteBelow: Bool {
        children.contains { child in
            child.node.write.map { $0.expression != .bool(false) } ?? false
                || child.node.hasWriteBelow
        }
    }
}

extension RulesNode.Child {
    /// Whether a variable only decides about keys that the rules don't list, as in
    /// `"$other": { ".validate": false }`.
    fileprivate func standsForOthers(in parent: RulesNode) -> Bool {
        if node.isForbidden { return true }
        guard node.children.isEmpty, node.index == nil,
            node.validate?.expression.isConstant != false,
            Self.names.contains(key.text.dropFirst().lowercased())
        else { return false }
        // Access to the other keys says nothing of them, unless it depends on the key.
        let access = [node.read, node.write].compactMap { $0?.expression }
        let hasSiblings = parent.children.count > 1
        return access.allSatisfy { hasSiblings ? !$0.names(key.text) : $0.isConstant }
            && (hasSiblings || node.validate != nil)
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

    fileprivate func names(_ variable: String) -> Bool {
        self == .name(variable) || parts.contains { $0.names(variable) }
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

// MARK: - Evidence

/// A statement of a rule about a place.
struct RulesEvidence {
    enum Statement {
        case claim(ShapeClaim)
        /// A place that the rule mentions without a claim.
        case mention(ShapeMention)
    }

    let statement: Statement
    let rule: Origin

    /// A rule that says something.
    struct Origin {
        let place: [RulesStep]
        let position: SourceLines.Position
        /// Whether no other rule can override the rule, as is true of `.validate`.
        let isFirm: Bool
    }

    var place: [RulesStep] {
        switch statement {
        case .claim(let claim): claim.place
        case .mention(let mention): mention.place
        }
    }
}

extension RulesPlace {
    /// Adds all evidence from the rules.
    ///
    /// - Returns: the evidence about a collection's own child that was taken for its elements'.
    mutating func add(_ evidence: [RulesEvidence]) -> [RulesEvidence] {
        var aboutElements: [RulesEvidence] = []
        var outside: [(place: [RulesStep], rule: RulesEvidence.Origin)] = []
        let declared = self
        for item in evidence {
            guard case .claim(let claim) = item.statement else { continue }
            if let place = declared.elementPlace(item) {
                aboutElements.append(item)
                guard claim.content != .required else { continue }
                update(place, item.rule) { $0.hints.append(claim.content) }
            } else if let required = add(claim, item.rule) {
                outside.append((required, item.rule))
            }
        }
        for (place, rule) in outside { require(place, fromOutside: rule) }
        let mentions = evidence.compactMap { item in
            if case .mention(let mention) = item.statement { (item, mention) } else { nil }
        }
        for (item, mention) in mentions where !mention.isDenied {
            let place = declared.elementPlace(item)
            if place != nil { aboutElements.append(item) }
            update(place ?? mention.place, item.rule, names: mention.names) { place in
                if let content = mention.content, !place.mentions.contains(content) {
                    place.mentions.append(content)
                }
            }
        }
        // A place that rules only forbid is no reason for its parent to have children.
        for (item, mention) in mentions where mention.isDenied {
            let parent = place(at: mention.place.dropLast())
            if parent?.children.isEmpty == false { update(mention.place, item.rule) { _ in } }
        }
        coverChildren()
        return aboutElements
    }

    /// - Returns: the place that the claim requires, if it isn't below the rule.
    private mutating func add(
        _ claim: ShapeClaim, _ rule: RulesEvidence.Origin
    ) -> [RulesStep]? {
        let shared = Self.common(claim.place, rule.place)
        // Claims about one user's key may not hold for other keys.
        guard !claim.place.dropFirst(shared).contains(.any) else {
            require(claim, shared, by: rule)
            return nil
        }
        switch claim.content {
        case .absent: return nil
        case .required:
            update(claim.place, rule) { _ in }
            guard shared == rule.place.count else { return claim.place }
            require(claim, shared, by: rule)
        case .oneOf where shared < rule.place.count:
            // A value that another place demands, which may be missing, isn't the only one.
            update(claim.place, rule) { $0.hints.append(claim.content) }
        default:
            update(claim.place, rule) { place in
                if rule.isFirm {
                    place.claims.append(claim.content)
                } else {
                    place.hints.append(claim.content)
                }
            }
        }
        return nil
    }

    /// Returns the place that an access rule at a collection means by a child of the collection:
    /// the child of each element. It does if the elements have that child, or if there is an index
    /// and nothing else. Returns `nil` for evidence about other places.
    fileprivate func elementPlace(_ evidence: RulesEvidence) -> [RulesStep]? {
        let rule = evidence.rule.place
        let place = evidence.place
        guard !evidence.rule.isFirm, place.count > rule.count, place.starts(with: rule),
            let collection = self.place(at: rule[...]), collection.children.isEmpty,
            case .key = place[rule.count]
        else { return nil }
        let isElements =
            if let element = collection.wildcard.first?.place {
                element.child(place[rule.count]) != nil
            } else if case .key? = rule.last {
                !collection.index.isEmpty
            } else {
                false
            }
        return isElements ? rule + [.any] + place[rule.count...] : nil
    }

    /// Requires the places below a rule that the rule claims, up to the first wildcard.
    private mutating func require(
        _ claim: ShapeClaim, _ shared: Int, by rule: RulesEvidence.Origin
    ) {
        guard claim.content == .required, shared == rule.place.count else { return }
        let keys = claim.place.dropFirst(shared).prefix { $0 != .any }
        require(rule.place + keys, from: shared, by: rule)
    }

    /// Requires a place beside a rule that the rule claims, if the rule's own place always has
    /// data.
    private mutating func require(
        _ place: [RulesStep], fromOutside rule: RulesEvidence.Origin
    ) {
        let shared = Self.common(place, rule.place)
        guard isRequired(rule.place[...], from: shared) else { return }
        require(place, from: shared, by: rule)
    }

    private mutating func require(
        _ place: [RulesStep], from start: Int, by rule: RulesEvidence.Origin
    ) {
        for count in start..<max(start, place.count) {
            update(Array(place[...count]), rule) { $0.isRequired = true }
        }
    }

    /// Whether all places on a path are required, except the first ones.
    private func isRequired(_ steps: ArraySlice<RulesStep>, from start: Int) -> Bool {
        guard let step = steps.first else { return true }
        guard let child = child(step) else { return false }
        return (start > 0 || child.isRequired)
            && child.isRequired(steps.dropFirst(), from: start - 1)
    }

    private static func common(_ first: [RulesStep], _ second: [RulesStep]) -> Int {
        zip(first, second).prefix { $0 == $1 }.count
    }
}
