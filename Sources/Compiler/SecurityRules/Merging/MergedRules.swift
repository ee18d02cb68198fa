/// Existing rules with the types of a schema added.
package struct MergedRules {
    package let text: [UInt8]
    /// The additions, in the order of the rules.
    package let additions: [RulesAddition]
    package let open: OpenPlaces
    /// The check for data that the rules refuse because of the additions.
    package let check: DataCheck
}

/// A condition or an index that was added to rules.
package struct RulesAddition: Equatable, CustomStringConvertible {
    /// The keys that lead to the place, as the rules write them.
    package let place: [String]
    package let rule: String

    init(_ place: [String], _ rule: String) {
        self.place = place
        self.rule = rule
    }

    package var description: String {
        "\(place.nameOfPlace): added \(rule)"
    }
}

/// The places where existing rules allow more than the schema describes, and continue to.
package struct OpenPlaces {
    /// The places that allow children that the schema doesn't list.
    private(set) var unlisted: [[String]] = []
    /// The places where a model may lack children that the schema requires.
    private(set) var incomplete: [[String]] = []

    mutating func note(_ rules: SchemaRules, notIn node: RulesNode?, at place: [String]) {
        if rules.other != nil, node?.wildcard == nil { unlisted.append(place) }
        if !rules.required.isEmpty, !(node?.validate?.requires(rules.required) ?? false) {
            incomplete.append(place)
        }
    }

    /// A sentence about the data that only a schema's own rules would forbid; `nil` if there are no
    /// open places.
    package var note: String? {
        let parts =
            Self.part(unlisted, "other keys")
            + Self.part(incomplete, "models without all that they require")
        return parts.isEmpty
            ? nil : "allowed, as before: " + parts.joined(separator: "; ")
    }

    private static func part(_ places: [[String]], _ text: String) -> [String] {
        guard let place = places.first else { return [] }
        let rest =
            switch places.count {
            case 1: ""
            case 2: " and another place"
            default: " and \(places.count - 1) other places"
            }
        return ["\(text) at \(place.nameOfPlace)\(rest)"]
    }
}

extension RulesNode.Rule {
    /// Whether the rule requires children, in the form that a schema's rules have.
    fileprivate func requires(_ keys: [String]) -> Bool {
        var demanded: Set<String> = []
        for case .call(.name("newData"), let method, let arguments) in expression.conditions
        where method == "hasChildren" || method == "hasChild" {
            for case .string(let key) in arguments.flatMap(\.elements) { demanded.insert(key) }
        }
        return demanded.isSuperset(of: keys)
    }
}

extension [String] {
    /// The place that the keys lead to, as messages name it.
    var nameOfPlace: String { isEmpty ? "the root" : joined(separator: "/") }
}
