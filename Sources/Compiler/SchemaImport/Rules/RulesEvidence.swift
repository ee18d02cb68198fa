import SecurityRules

/// A statement of a rule about a place.
enum RulesEvidence {
    /// A claim by a rule at a place. A claim is firm if it is a `.validate` rule's, which no other
    /// rule can override.
    case claim(ShapeClaim, by: [RulesStep], isFirm: Bool)
    /// A place that a rule mentions without a claim.
    case mention(ShapeMention)
}

extension RulesPlace {
    /// Adds all evidence from the rules.
    mutating func add(_ evidence: [RulesEvidence]) {
        var outside: [(place: [RulesStep], rule: [RulesStep])] = []
        for case .claim(let claim, let rule, let isFirm) in evidence {
            let shared = Self.common(claim.place, rule)
            // Claims about one user's key may not hold for other keys.
            guard !claim.place.dropFirst(shared).contains(.any) else {
                require(claim, shared, by: rule)
                continue
            }
            if claim.content == .required {
                if shared == rule.count {
                    require(claim, shared, by: rule)
                } else {
                    outside.append((claim.place, rule))
                }
                update(claim.place, names: [:]) { _ in }
            } else {
                update(claim.place, names: [:]) { place in
                    if isFirm {
                        place.claims.append(claim.content)
                    } else {
                        place.hints.append(claim.content)
                    }
                }
            }
        }
        for (place, rule) in outside { require(place, fromOutside: rule) }
        for case .mention(let mention) in evidence {
            update(mention.place, names: mention.names) { place in
                if let content = mention.content, !place.mentions.contains(content) {
                    place.mentions.append(content)
                }
                place.isMembership = place.isMembership || mention.isMembership
            }
        }
    }

    /// Requires the places below a rule that the rule claims, up to the first wildcard.
    private mutating func require(_ claim: ShapeClaim, _ shared: Int, by rule: [RulesStep]) {
        guard claim.content == .required, shared == rule.count else { return }
        let keys = claim.place.dropFirst(shared).prefix { $0 != .any }
        require(rule + keys, from: shared)
    }

    /// Requires a place beside a rule that the rule claims, if the rule's own place always has
    /// data.
    private mutating func require(_ place: [RulesStep], fromOutside rule: [RulesStep]) {
        let shared = Self.common(place, rule)
        guard isRequired(rule[...], from: shared) else { return }
        require(place, from: shared)
    }

    private mutating func require(_ place: [RulesStep], from start: Int) {
        for count in start..<max(start, place.count) {
            update(Array(place[...count]), names: [:]) { $0.isRequired = true }
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
