/// Derives claims about the shape of the data from an expression of rules.
///
/// ```
/// newData.hasChildren(['name']) && newData.child('age').isNumber()
/// ```
///
/// claims that there are children, `name` and `age` among them, and that `age` is a number. Other
/// conditions are ignored.
package struct ShapeReader {
    /// The place of the expression.
    let place: [RulesStep]
    /// The variables that lead to the place, each with its `$`.
    let variables: [String: [RulesStep]]
    private let isStrict: Bool

    /// - Parameters:
    ///   - place: the place of the expression.
    ///   - variables: the variables on the way to the place, with their places.
    ///   - isStrict: whether only enforced claims count. A condition that a value isn't the empty
    ///     text suggests a text without enforcing one.
    package init(
        place: [RulesStep], variables: [String: [RulesStep]], isStrict: Bool = false
    ) {
        self.place = place
        self.variables = variables
        self.isStrict = isStrict
    }

    /// Returns the claims that hold if an expression is true.
    ///
    /// - Returns: `nil` if the expression makes no claims about the shape.
    package func claims(of expression: RulesExpression) -> [ShapeClaim]? {
        switch expression {
        case .bool(true): []
        case .binary(let first, .and, let second): both(claims(of: first), claims(of: second))
        case .binary(_, .or, _): alternatives(expression.alternatives)
        case .conditional(let condition, let first, let second):
            alternatives([
                .binary(condition, .and, first), .binary(condition.negated, .and, second),
            ])
        case .not(let operand):
            absence(of: operand) ?? operand.negation.flatMap(claims) ?? usesAsKey(operand)
        case .binary(_, .notEqual, let right) where isStrict && right != .null: nil
        case .binary(let left, let sign, let right):
            absence(left, sign, right) ?? unchanged(left, sign, right)
                ?? both(comparison(left, sign, right), comparison(right, sign.mirrored, left))
                ?? usesAsKey(expression)
        // `data.exists()` says when to validate, and nothing of the type.
        case .call(.name("data"), "exists", _) where !isStrict: former
        case .call(let base, let method, let arguments):
            call(base, method, arguments) ?? usesAsKey(expression)
        default: usesAsKey(expression)
        }
    }

    /// Returns the claims of two conditions that both hold; `nil` if neither makes any.
    private func both(_ first: [ShapeClaim]?, _ second: [ShapeClaim]?) -> [ShapeClaim]? {
        guard let first else { return second }
        return first + (second ?? [])
    }

    /// Returns the claim that a place exists; none for the places above the expression's own.
    func presence(_ place: [RulesStep]) -> [ShapeClaim] {
        self.place.starts(with: place) ? [] : [ShapeClaim(place, .required)]
    }
}

// MARK: - Alternatives

extension ShapeReader {
    /// Returns the claims that hold if any one of several expressions is true.
    ///
    /// An expression without claims about a place widens the claims of the others.
    private func alternatives(_ expressions: [RulesExpression]) -> [ShapeClaim]? {
        let all = expressions.map { claims(of: $0) }
        // An alternative without data doesn't restrict the shape.
        let relevant = all.filter { claims in
            !(claims ?? []).contains { $0.content == .absent && place.starts(with: $0.place) }
        }
        if relevant.count == 1 { return relevant[0] }
        let common = common(relevant.map { $0 ?? [] })
        return common.isEmpty && relevant.contains { $0 == nil } ? nil : common
    }

    private func common(_ alternatives: [[ShapeClaim]]) -> [ShapeClaim] {
        var common: [ShapeClaim] = []
        var places: Set<[RulesStep]> = []
        for claims in alternatives {
            for claim in claims where places.insert(claim.place).inserted {
                common += self.common(alternatives, at: claim.place, saidBy: claims)
            }
        }
        return common
    }

    /// - Parameter claims: the claims of an alternative about the place.
    private func common(
        _ alternatives: [[ShapeClaim]], at place: [RulesStep], saidBy claims: [ShapeClaim]
    ) -> [ShapeClaim] {
        var common: [ShapeClaim] = []
        var joined = Self.shape(at: place, by: claims)
        for claims in alternatives where joined?.isOpen != true {
            guard let shape = Self.shape(at: place, by: claims) else { continue }
            joined = joined?.joined(with: shape) ?? shape
        }
        common += (joined?.claims ?? []).map { ShapeClaim(place, $0) }
        let isThere = { (claims: [ShapeClaim]) in
            claims.contains {
                $0.content == .required && $0.place.starts(with: place)
                    || $0.content == .unchanged && $0.place == place && place != self.place
                    || $0.content == .absent && $0.place.count < place.count
                        && place.starts(with: $0.place)
            }
        }
        if alternatives.allSatisfy(isThere), place != self.place {
            common.append(ShapeClaim(place, .required))
        }
        let key = ShapeClaim(place, .integerKey)
        if alternatives.allSatisfy({ $0.contains(key) }) { common.append(key) }
        return common
    }

    /// Returns the shape that one alternative demands; `nil` if the alternative is independent of
    /// the type.
    private static func shape(at place: [RulesStep], by claims: [ShapeClaim]) -> ValueShape? {
        var contents: [ShapeClaim.Content] = []
        var isUnchanged = false
        for claim in claims {
            switch claim.content {
            case .absent where place.starts(with: claim.place): return nil
            case .unchanged where place == claim.place: isUnchanged = true
            case .required where claim.place.count > place.count && claim.place.starts(with: place):
                contents.append(.children)
            case _ where claim.place == place: contents.append(claim.content)
            default: break
            }
        }
        let shape = ValueShape(contents)
        return isUnchanged && shape.saysNothing ? nil : shape
    }

    /// Returns the claims of `!newData.exists()`, `!newData.hasChild('a')`.
    private func absence(of expression: RulesExpression) -> [ShapeClaim]? {
        switch expression {
        case .call(.name("data"), "exists", []): former
        case .call(let base, "exists", []):
            dataPlace(base).map { [ShapeClaim($0, .absent)] }
        case .call(let base, "hasChild", let arguments):
            if case .string(let path)? = arguments.first, let parent = dataPlace(base) {
                [ShapeClaim(parent + Self.steps(path), .absent)]
            } else {
                nil
            }
        case .call(let base, "hasChildren", []):
            dataPlace(base).map { [ShapeClaim($0, .mixed)] }
        default: nil
        }
    }

    /// Returns the claims of `newData.val() == null`.
    private func absence(
        _ left: RulesExpression, _ sign: RulesExpression.Operator, _ right: RulesExpression
    ) -> [ShapeClaim]? {
        guard left == .null || right == .null else { return nil }
        let value = left == .null ? right : left
        if value == .call(.name("data"), "val", []), [.equal, .notEqual].contains(sign) {
            return former
        }
        guard sign == .equal else { return nil }
        return valuePlace(value).map { [ShapeClaim($0, .absent)] }
    }

    /// Returns the claims of `newData.val() == data.val()`.
    private func unchanged(
        _ left: RulesExpression, _ sign: RulesExpression.Operator, _ right: RulesExpression
    ) -> [ShapeClaim]? {
        guard sign == .equal, !isStrict else { return nil }
        for (new, old) in [(left, right), (right, left)] {
            if let place = valuePlace(new), place == formerPlace(ofValue: old) {
                return [ShapeClaim(place, .unchanged)]
            }
        }
        return nil
    }

    private var former: [ShapeClaim]? { isStrict ? nil : [ShapeClaim(place, .unchanged)] }
}

extension RulesExpression {
    /// The operands of `||`, at least one of which must be true.
    package var alternatives: [RulesExpression] {
        if case .binary(let first, .or, let second) = self {
            return first.alternatives + second.alternatives
        }
        return [self]
    }

    /// The negation without a `!` around it; `nil` if it has no such form.
    fileprivate var negation: RulesExpression? {
        switch self {
        case .bool(let value): .bool(!value)
        case .not(let operand): operand
        case .binary(let left, .and, let right): .binary(left.negated, .or, right.negated)
        case .binary(let left, .or, let right): .binary(left.negated, .and, right.negated)
        case .binary(let left, let sign, let right):
            sign.opposite.map { .binary(left, $0, right) }
        default: nil
        }
    }

    fileprivate var negated: RulesExpression { negation ?? .not(self) }
}

extension RulesExpression.Operator {
    fileprivate var opposite: Self? {
        switch self {
        case .equal: .notEqual
        case .notEqual: .equal
        case .less: .greaterOrEqual
        case .lessOrEqual: .greater
        case .greater: .lessOrEqual
        case .greaterOrEqual: .less
        default: nil
        }
    }

    /// The operator with the same meaning for swapped operands.
    fileprivate var mirrored: Self {
        switch self {
        case .less: .greater
        case .lessOrEqual: .greaterOrEqual
        case .greater: .less
        case .greaterOrEqual: .lessOrEqual
        default: self
        }
    }
}
