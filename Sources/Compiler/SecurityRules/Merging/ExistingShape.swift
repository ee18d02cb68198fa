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
