import PathSchema
import SecurityRules

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
