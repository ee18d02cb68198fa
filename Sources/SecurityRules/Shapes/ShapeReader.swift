/// Reads what a `.validate` expression says of the shape of the data.
///
/// ```
/// newData.hasChildren(['name']) && newData.child('age').isNumber()
/// ```
///
/// says that there are children, one of them `name`, and that `age` is a number. What else an expression
/// demands is of no use to a schema.
package struct ShapeReader {
    /// Where the expression is.
    private let place: [RulesStep]
    /// The variables that lead there, each with its `$`.
    private let variables: [String: [RulesStep]]
    private let isStrict: Bool

    /// - Parameters:
    ///   - place: where the expression is.
    ///   - variables: the variables on the way there, with the places that each leads to.
    ///   - isStrict: whether only what is enforced counts. That a value must not be the empty text says
    ///     to a person that it is a text, and no more.
    package init(
        place: [RulesStep], variables: [String: [RulesStep]], isStrict: Bool = false
    ) {
        self.place = place
        self.variables = variables
        self.isStrict = isStrict
    }

    /// What an expression says.
    ///
    /// - Returns: `nil` if it says nothing of the shape.
    package func claims(of expression: RulesExpression) -> [ShapeClaim]? {
        switch expression {
        case .bool(true): []
        case .binary(let first, .and, let second): conjunction(first, second)
        case .binary(_, .or, _): alternatives(expression.alternatives)
        case .conditional(_, let first, let second): alternatives([first, second])
        case .binary(_, .notEqual, let right) where isStrict && right != .null: nil
        case .binary(let left, let sign, let right):
            comparison(left, sign, right) ?? comparison(right, sign, left)
                ?? usesAsKey(expression)
        case .call(let base, let method, let arguments):
            call(base, method, arguments) ?? usesAsKey(expression)
        default: usesAsKey(expression)
        }
    }

    private func conjunction(
        _ first: RulesExpression, _ second: RulesExpression
    ) -> [ShapeClaim]? {
        guard let claims = claims(of: first) else { return self.claims(of: second) }
        return claims + (self.claims(of: second) ?? [])
    }

    /// What holds whichever of several expressions is true.
    private func alternatives(_ expressions: [RulesExpression]) -> [ShapeClaim]? {
        var optional: [ShapeClaim] = []
        var all: [[ShapeClaim]] = []
        for expression in expressions {
            if let absent = absentPlace(expression) {
                optional.append(ShapeClaim(absent, .optional))
            } else if let claims = claims(of: expression) {
                all.append(claims)
            } else {
                return nil
            }
        }
        guard let first = all.first else { return optional }
        let others = all.dropFirst()
        if others.allSatisfy({ Set($0) == Set(first) }) { return optional + first }
        return optional + generalization(of: all)
    }

    /// What several lists of claims have in common.
    private func generalization(of all: [[ShapeClaim]]) -> [ShapeClaim] {
        var common: [ShapeClaim] = []
        var places: Set<[RulesStep]> = []
        for claim in all.joined() where places.insert(claim.place).inserted {
            let kinds = all.map { claims in
                Set(claims.filter { $0.place == claim.place }.compactMap(\.content.kind))
            }
            let isRequired = all.allSatisfy { $0.contains(ShapeClaim(claim.place, .required)) }
            if isRequired { common.append(ShapeClaim(claim.place, .required)) }
            let known = kinds.reduce(into: Set<ShapeClaim.Content>()) { $0.formUnion($1) }
            if known.count == 1, let kind = known.first {
                common.append(ShapeClaim(claim.place, kind))
            } else if known.count > 1 {
                common.append(ShapeClaim(claim.place, .mixed))
                if known.contains(.children) { common.append(ShapeClaim(claim.place, .children)) }
            }
        }
        return common
    }

    /// The place that an expression says is empty.
    private func absentPlace(_ expression: RulesExpression) -> [RulesStep]? {
        switch expression {
        case .not(.call(let base, "exists", [])): return dataPlace(base)
        case .not(.call(let base, "hasChild", let arguments)):
            guard case .string(let path)? = arguments.first else { return nil }
            return dataPlace(base).map { $0 + Self.steps(path) }
        case .binary(let value, .equal, .null), .binary(.null, .equal, let value):
            return valuePlace(value)
        default: return nil
        }
    }
}

// MARK: - Places

extension ShapeReader {
    /// The place that `newData.child('a').parent()` and the like mean.
    func dataPlace(_ expression: RulesExpression) -> [RulesStep]? {
        switch expression {
        case .name("newData"): return place
        case .call(let base, "parent", []):
            guard let child = dataPlace(base), !child.isEmpty else { return nil }
            return child.dropLast()
        case .call(let base, "child", let arguments):
            guard let parent = dataPlace(base), arguments.count == 1 else { return nil }
            switch arguments[0] {
            case .string(let path): return parent + Self.steps(path)
            case .name(let variable): return variables[variable].map { _ in parent + [.any] }
            default: return nil
            }
        default: return nil
        }
    }

    /// The place that an expression is the value of: `newData.child('a').val()`.
    func valuePlace(_ expression: RulesExpression) -> [RulesStep]? {
        guard case .call(let base, "val", []) = expression else { return nil }
        return dataPlace(base)
    }

    static func steps(_ path: String) -> [RulesStep] {
        path.pathComponents.map { .key($0) }
    }

    /// The place that a variable leads to.
    func place(ofVariable expression: RulesExpression) -> [RulesStep]? {
        guard case .name(let name) = expression else { return nil }
        return variables[name]
    }
}

extension RulesExpression {
    /// The expressions of which one must be true, as `||` joins them.
    fileprivate var alternatives: [RulesExpression] {
        if case .binary(let first, .or, let second) = self {
            return first.alternatives + second.alternatives
        }
        return [self]
    }
}
