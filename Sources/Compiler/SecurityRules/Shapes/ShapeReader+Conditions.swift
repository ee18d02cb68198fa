/// Claims of single conditions.
extension ShapeReader {
    /// Returns the claims of `newData.isString()`, `newData.hasChildren(['a'])`,
    /// `newData.val().matches(/…/)`.
    func call(
        _ base: RulesExpression, _ method: String, _ arguments: [RulesExpression]
    ) -> [ShapeClaim]? {
        if let place = dataPlace(base) {
            let presence = presence(place) + (usesAsKey(.call(base, method, arguments)) ?? [])
            switch method {
            case "isString": return [ShapeClaim(place, .string)] + presence
            case "isNumber": return [ShapeClaim(place, .number)] + presence
            case "isBoolean": return [ShapeClaim(place, .bool)] + presence
            case "exists": return presence
            case "hasChild", "hasChildren":
                return [ShapeClaim(place, .children)] + presence + required(arguments, of: place)
            default: return nil
            }
        }
        let methods = ["matches", "contains", "beginsWith", "endsWith"]
        guard methods.contains(method) else { return nil }
        if let place = textPlace(base) {
            return [ShapeClaim(place, Self.text(matching: arguments))] + presence(place)
        }
        if let place = place(ofVariable: base), case .name(let name) = base, method == "matches" {
            // The form of keys is only a claim about their type if they are integers.
            let isInteger = Self.pattern(arguments)?.isInteger(named: String(name.dropFirst()))
            return isInteger == true ? [ShapeClaim(place, .integerKey)] : nil
        }
        if let place = numberPlace(asText: base), Self.pattern(arguments)?.isDigits == true {
            return [ShapeClaim(place, .integer)] + presence(place)
        }
        return nil
    }

    private static func pattern(_ arguments: [RulesExpression]) -> RulesPattern? {
        guard case .regularExpression(let pattern, let flags)? = arguments.first else { return nil }
        return RulesPattern(pattern, flags: flags)
    }

    private static func text(matching arguments: [RulesExpression]) -> ShapeClaim.Content {
        pattern(arguments)?.texts.map { .oneOf($0) } ?? .string
    }

    /// Returns the children that `hasChildren(['a', 'b'])` and `hasChild('a')` name.
    private func required(
        _ arguments: [RulesExpression], of place: [RulesStep]
    ) -> [ShapeClaim] {
        arguments.flatMap(\.elements).flatMap { name -> [ShapeClaim] in
            guard case .string(let path) = name else { return [] }
            return [ShapeClaim(place + Self.steps(path), .required)]
        }
    }

    /// Returns the place of a value that is used as text: `newData.val()`, or its lowercase form.
    func textPlace(_ expression: RulesExpression) -> [RulesStep]? {
        let methods = ["toLowerCase", "toUpperCase", "replace"]
        if case .call(let base, let method, _) = expression, methods.contains(method) {
            return textPlace(base)
        }
        return valuePlace(expression)
    }

    /// Returns the place of a number that is converted to text: `newData.val() + ''`.
    private func numberPlace(asText expression: RulesExpression) -> [RulesStep]? {
        switch expression {
        case .binary(let value, .plus, .string("")), .binary(.string(""), .plus, let value):
            valuePlace(value)
        default: nil
        }
    }

    /// Returns the claims of `root.child(newData.val()).exists()`: a key is a string. Joined with
    /// texts, as in `'users/' + newData.val()`, it may also be a number.
    func usesAsKey(_ expression: RulesExpression) -> [ShapeClaim]? {
        var claims: [ShapeClaim] = []
        expression.forEachKey { key in
            let parts = key.summands
            for part in parts {
                guard let place = valuePlace(part) else { continue }
                claims += [ShapeClaim(place, parts.count == 1 ? .string : .keyPart)]
                claims += presence(place)
            }
        }
        return claims.isEmpty ? nil : claims
    }
}

extension RulesExpression {
    /// Calls a function with each expression that is used as a key.
    fileprivate func forEachKey(_ body: (RulesExpression) -> Void) {
        if case .call(_, let method, let arguments) = self,
            method == "child" || method == "hasChild"
        {
            arguments.forEach(body)
        }
        for part in parts { part.forEachKey(body) }
    }

    /// The direct subexpressions.
    package var parts: [RulesExpression] {
        switch self {
        case .call(let base, _, let arguments): [base] + arguments
        case .member(let base, _), .not(let base), .negative(let base): [base]
        case .element(let base, let index): [base, index]
        case .binary(let left, _, let right): [left, right]
        case .conditional(let condition, let first, let second): [condition, first, second]
        case .array(let elements): elements
        case .null, .bool, .number, .string, .regularExpression, .name: []
        }
    }
}
