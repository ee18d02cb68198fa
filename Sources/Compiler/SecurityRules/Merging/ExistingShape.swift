/// The claims of an existing rule about its own place.
struct ExistingShape {
    private let place: [RulesStep]
    private let conditions: [RulesExpression]
    private let claims: Set<ShapeClaim.Content>

    init(of expression: RulesExpression, at place: [RulesStep], _ reader: ShapeReader) {
        self.place = place
        conditions = expression.conditions
        claims = Self.claims(of: expression.conditions, at: place, reader)
    }

    /// Whether the rule implies a condition.
    func implies(_ condition: RulesExpression, _ reader: ShapeReader) -> Bool {
        if conditions.contains(condition) { return true }
        let wanted = Self.claims(of: [condition], at: place, reader)
        return !wanted.isEmpty
            && wanted.allSatisfy { claims.contains($0) || $0.kind == $0 && kinds == [$0] }
    }

    /// Returns the reason why no data can meet the rule and the conditions; `nil` if some data can.
    func contradiction(to new: [RulesExpression], _ reader: ShapeReader) -> String? {
        if conditions == [.bool(false)] {
            return "the schema has data here, and the rules forbid it"
        }
        let wanted = Set(Self.claims(of: new, at: place, reader).compactMap(\.kind))
        guard let kind = wanted.first, let other = kinds.first, kinds.count == 1, other != kind,
            other != .mixed
        else { return nil }
        return "the schema says that \(kind.noun) here, and the rules that \(other.noun)"
    }

    private var kinds: Set<ShapeClaim.Content> { Set(claims.compactMap(\.kind)) }

    private static func claims(
        of conditions: [RulesExpression], at place: [RulesStep], _ reader: ShapeReader
    ) -> Set<ShapeClaim.Content> {
        let claims = conditions.compactMap { reader.claims(of: $0) }.joined()
        return Set(claims.filter { $0.place == place }.map(\.content))
    }
}

extension ShapeClaim.Content {
    /// A noun and a verb for a kind of values.
    fileprivate var noun: String {
        switch self {
        case .string: "a string is"
        case .number: "a number is"
        case .bool: "a bool is"
        case .children: "children are"
        default: "a value is"
        }
    }
}
