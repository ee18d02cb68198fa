/// A place that an expression mentions.
package struct ShapeMention {
    package let place: [RulesStep]
    /// The rules' names for wildcard keys on the way, by the number of keys before each.
    package let names: [Int: String]
    /// The type that the expression checks for; `nil` if the place is mentioned without a type.
    package let content: ShapeClaim.Content?
    /// Whether the expression only checks that the place has no new data.
    package let isDenied: Bool
}

extension ShapeReader {
    /// Returns all places that an expression mentions, in the data before and after the write.
    package func mentions(of expression: RulesExpression) -> [ShapeMention] {
        var mentions: [ShapeMention] = []
        collectMentions(in: expression, into: &mentions)
        return mentions + orderedChild(in: expression)
    }

    private func collectMentions(
        in expression: RulesExpression, into mentions: inout [ShapeMention]
    ) {
        if let (place, parts) = deniedPlace(expression) {
            add(place, nil, isDenied: true, to: &mentions)
            for part in parts { collectMentions(in: part, into: &mentions) }
            return
        }
        if let named = namedPlace(expression) {
            add(named, nil, to: &mentions)
        }
        switch expression {
        case .binary(let left, let sign, let right) where Self.comparisons.contains(sign):
            for (place, content) in asked(of: left, sign, right) + asked(of: right, sign, left) {
                add(place, content, to: &mentions)
            }
        case .call(let base, let method, let arguments):
            collectMentions(of: base, method, arguments, into: &mentions)
        default: break
        }
        for part in expression.parts { collectMentions(in: part, into: &mentions) }
    }

    /// Collects the mentions of `data.child('a').isString()`,
    /// `root.child('admins').hasChild(auth.uid)`.
    private func collectMentions(
        of base: RulesExpression, _ method: String, _ arguments: [RulesExpression],
        into mentions: inout [ShapeMention]
    ) {
        if let place = namedPlace(base) {
            switch method {
            case "isString": add(place, .string, to: &mentions)
            case "isNumber": add(place, .number, to: &mentions)
            case "isBoolean": add(place, .bool, to: &mentions)
            case "hasChild", "hasChildren":
                for key in arguments.flatMap(\.elements) {
                    if let child = child(key, of: place) { add(child, nil, to: &mentions) }
                }
            default: break
            }
        } else if Self.textMethods.contains(method), let place = namedValue(base) {
            add(place, .string, to: &mentions)
        }
        guard method == "child" || method == "hasChild" else { return }
        for part in arguments.flatMap(\.summands) {
            if let place = namedValue(part) { add(place, .string, to: &mentions) }
        }
    }

    private static let comparisons: Set<RulesExpression.Operator> = [
        .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual,
    ]

    private static let arithmetic: Set<RulesExpression.Operator> = [
        .plus, .minus, .times, .divided, .modulo,
    ]

    private static let textMethods: Set = [
        "matches", "contains", "beginsWith", "endsWith", "toLowerCase", "toUpperCase", "replace",
    ]

    private func add(
        _ place: NamedPlace, _ content: ShapeClaim.Content?, isDenied: Bool = false,
        to mentions: inout [ShapeMention]
    ) {
        guard !place.steps.isEmpty else { return }
        mentions.append(
            ShapeMention(
                place: place.steps, names: place.names, content: content, isDenied: isDenied))
    }

    /// Returns the place of `!newData.hasChild('a')` or `!newData.child('a').exists()`, and the
    /// parts of the expression that may mention others.
    private func deniedPlace(
        _ expression: RulesExpression
    ) -> (place: NamedPlace, parts: [RulesExpression])? {
        guard case .not(.call(let base, let method, let arguments)) = expression,
            let place = namedPlace(base, in: [.newData])
        else { return nil }
        switch method {
        case "exists": return (place, base.parts)
        case "hasChild":
            return arguments.first.flatMap { child($0, of: place) }.map { ($0, arguments + [base]) }
        default: return nil
        }
    }

    /// Returns the types that a comparison implies for one side.
    private func asked(
        of side: RulesExpression, _ sign: RulesExpression.Operator, _ other: RulesExpression
    ) -> [(NamedPlace, ShapeClaim.Content)] {
        if case .conditional(_, let first, let second) = side {
            return asked(of: first, sign, other) + asked(of: second, sign, other)
        }
        if case .member(let base, "length") = side {
            return namedValue(base).map { [($0, .string)] } ?? []
        }
        if case .binary(let first, .minus, let second) = side, first == .name("now") {
            return namedValue(second).map { [($0, .date)] } ?? []
        }
        if case .binary(let value, let operation, _) = side, Self.arithmetic.contains(operation),
            let place = namedValue(value)
        {
            return [(place, other.isMoment ? .date : .number)]
        }
        // `!=` says nothing about the type.
        guard sign != .notEqual, let place = namedValue(side) else { return [] }
        if let kind = other.valueKind {
            if case .string(let text) = other { return [(place, .oneOf([text]))] }
            return [(place, kind)]
        }
        if let same = namedValue(other)?.steps {
            switch sign {
            case .equal: return same == place.steps ? [] : [(place, .same(same))]
            default: return [(place, .ordered(same))]
            }
        }
        return []
    }

    /// Returns the mention of `query.orderByChild == 'owner'`: a child of each element.
    private func orderedChild(in expression: RulesExpression) -> [ShapeMention] {
        let order = RulesExpression.member(.name("query"), "orderByChild")
        if case .binary(let left, .equal, let right) = expression {
            guard case .string(let path) = left == order ? right : left,
                left == order || right == order
            else { return [] }
            return [
                ShapeMention(
                    place: place + [.any] + Self.steps(path), names: [:], content: nil,
                    isDenied: false)
            ]
        }
        return expression.parts.flatMap { orderedChild(in: $0) }
    }
}
