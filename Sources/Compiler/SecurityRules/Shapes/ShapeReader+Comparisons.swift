/// Claims of comparisons about their left-hand values.
extension ShapeReader {
    /// Returns the claims of `newData.val() <= now`, `newData.val() % 1 === 0`,
    /// `newData.val().length < 100`.
    func comparison(
        _ left: RulesExpression, _ sign: RulesExpression.Operator, _ right: RulesExpression
    ) -> [ShapeClaim]? {
        guard let (place, content) = compared(left, sign, right) else { return nil }
        // Null can't be ordered, which is an error; it equals only null, and differs from any other
        // value.
        let excludesNothing =
            switch sign {
            case .equal: !right.canBeNull
            case .notEqual: right == .null
            default: true
            }
        return content.map { ShapeClaim(place, $0) } + (excludesNothing ? presence(place) : [])
    }

    private func compared(
        _ left: RulesExpression, _ sign: RulesExpression.Operator, _ right: RulesExpression
    ) -> (place: [RulesStep], content: [ShapeClaim.Content])? {
        if case .member(let base, "length") = left, let place = textPlace(base) {
            return (place, [.string])
        }
        if let place = wholePlace(left, sign, right) { return (place, [.integer]) }
        if case .call(let base, let method, _) = left, method != "val",
            let place = textPlace(left), textPlace(base) != nil
        {
            return (place, [.string])
        }
        if let place = momentPlace(left, right) { return (place, [.date]) }
        guard let place = valuePlace(left) else { return nil }
        if right == .null { return sign == .notEqual ? (place, []) : nil }
        // A value that something isn't says nothing of its type.
        guard sign != .notEqual else { return nil }
        let contents = contents(of: right, sign, at: place)
        return contents.isEmpty ? nil : (place, contents)
    }

    /// Returns the place of a value that is compared with its remainder or its whole part:
    /// `% 1 == 0`, or `newData.val() == newData.val() - newData.val() % 1`.
    private func wholePlace(
        _ left: RulesExpression, _ sign: RulesExpression.Operator, _ right: RulesExpression
    ) -> [RulesStep]? {
        if case .binary(let number, .modulo, .number(let divisor)) = left,
            divisor == divisor.rounded(), let place = valuePlace(number)
        {
            let isWhole =
                switch (sign, right) {
                case (.equal, .number(let rest)): rest == rest.rounded()
                case (.lessOrEqual, .number(0)): true
                default: false
                }
            return isWhole ? place : nil
        }
        guard sign == .equal, let place = valuePlace(left),
            right == .binary(left, .minus, .binary(left, .modulo, .number(1)))
        else { return nil }
        return place
    }

    /// Returns the place of a value in a sum or a difference that has a moment for an operand, or
    /// is compared with one: `newData.val() + 1000 < now`.
    private func momentPlace(
        _ left: RulesExpression, _ right: RulesExpression
    ) -> [RulesStep]? {
        guard case .binary(let first, let sign, let second) = left, sign == .plus || sign == .minus
        else { return nil }
        if first == .name("now") { return valuePlace(second) }
        if second == .name("now") || right.isMoment { return valuePlace(first) }
        return nil
    }

    /// Returns the claims of an expression about a value compared with it.
    private func contents(
        of expression: RulesExpression, _ sign: RulesExpression.Operator, at place: [RulesStep]
    ) -> [ShapeClaim.Content] {
        if case .conditional(_, let first, let second) = expression {
            let shapes = [first, second].compactMap { part -> ValueShape? in
                let isUnchanged = formerPlace(ofValue: part) == place
                return isUnchanged ? nil : ValueShape(contents(of: part, sign, at: place))
            }
            guard let shape = shapes.first else { return [] }
            return shapes.dropFirst().reduce(shape) { $0.joined(with: $1) }.claims
        }
        if sign == .equal, isWhole(expression, at: place) { return [.integer] }
        if let other = namedValue(expression)?.steps {
            switch sign {
            case .equal: return other == place ? [] : [.same(other)]
            default: return [.ordered(other)]
            }
        }
        switch expression {
        case .name("now"): return [sign == .equal ? .serverTime : .date]
        case .string(let text): return [sign == .equal ? .oneOf([text]) : .string]
        case .bool(true): return [sign == .equal ? .alwaysTrue : .bool]
        // The years 2000 to 2100.
        case .number(946_684_800_000...4_102_444_800_000): return [.date]
        default: return expression.valueKind.map { [$0] } ?? []
        }
    }

    /// Whether an expression is a whole number, provided that the value at a place was:
    /// `data.val() + 1`.
    private func isWhole(_ expression: RulesExpression, at place: [RulesStep]) -> Bool {
        switch expression {
        case .number(let number): number == number.rounded()
        case .negative(let operand): isWhole(operand, at: place)
        case .binary(let left, .plus, let right), .binary(let left, .minus, let right):
            (isWhole(left, at: place) || formerPlace(ofValue: left) == place)
                && isWhole(right, at: place)
        case .conditional(_, let first, let second):
            [first, second].allSatisfy {
                isWhole($0, at: place) || formerPlace(ofValue: $0) == place
            }
        default: false
        }
    }
}

extension RulesExpression {
    /// The type of the expression's value; `nil` if it is unknown.
    var valueKind: ShapeClaim.Content? {
        switch self {
        case .string: .string
        case .number, .negative: .number
        case .bool: .bool
        case .name("now"): .date
        case .name(let name): name.hasPrefix("$") ? .string : nil
        case .member(.name("auth"), "uid"), .member(.name("auth"), "provider"): .string
        case .member(.member(.name("auth"), "token"), let claim):
            claim == "email_verified" ? .bool : Self.textClaims.contains(claim) ? .string : nil
        case .call(_, "replace", _), .call(_, "toLowerCase", _), .call(_, "toUpperCase", _):
            .string
        case .binary(let left, .plus, let right), .binary(let left, .minus, let right):
            isMoment ? .date : left.valueKind ?? right.valueKind
        case .binary(_, .times, _), .binary(_, .divided, _), .binary(_, .modulo, _): .number
        default: nil
        }
    }

    /// The claims of a token that are always strings.
    private static let textClaims: Set = ["email", "name", "phone_number", "picture", "sub"]

    /// Whether the expression is the time of the write, or has an offset from it.
    var isMoment: Bool {
        switch self {
        case .name("now"): true
        case .binary(let left, .plus, let right), .binary(let left, .minus, let right):
            left.isMoment || right.isMoment
        default: false
        }
    }

    /// Whether the expression is the value of a place that may be null.
    fileprivate var canBeNull: Bool {
        switch self {
        case .null, .call(_, "val", []): true
        case .member, .element: valueKind == nil
        case .conditional(_, let first, let second): first.canBeNull || second.canBeNull
        default: false
        }
    }
}
