/// What single conditions say.
extension ShapeReader {
    /// `newData.isString()`, `newData.hasChildren(['a'])`, `newData.val().matches(/…/)`
    func call(
        _ base: RulesExpression, _ method: String, _ arguments: [RulesExpression]
    ) -> [ShapeClaim]? {
        if let place = dataPlace(base) {
            switch method {
            case "isString": return [ShapeClaim(place, .string)]
            case "isNumber": return [ShapeClaim(place, .number)]
            case "isBoolean": return [ShapeClaim(place, .bool)]
            case "exists": return [ShapeClaim(place, .required)]
            case "hasChild", "hasChildren":
                return [ShapeClaim(place, .children)] + required(arguments, of: place)
            default: return nil
            }
        }
        let methods = ["matches", "contains", "beginsWith", "endsWith"]
        guard methods.contains(method) else { return nil }
        if let place = textPlace(base) { return [ShapeClaim(place, .string)] }
        if let place = place(ofVariable: base), method == "matches",
            arguments == [.regularExpression(RulesPatterns.integer, flags: "")]
        {
            return [ShapeClaim(place, .integerKey)]
        }
        return nil
    }

    /// The children that `hasChildren(['a', 'b'])` and `hasChild('a')` name.
    private func required(
        _ arguments: [RulesExpression], of place: [RulesStep]
    ) -> [ShapeClaim] {
        let names = arguments.flatMap { argument in
            if case .array(let elements) = argument { elements } else { [argument] }
        }
        return names.flatMap { name -> [ShapeClaim] in
            guard case .string(let path) = name else { return [] }
            return [ShapeClaim(place + Self.steps(path), .required)]
        }
    }

    /// The place of a value that is used as text: `newData.val()`, or that in small letters.
    private func textPlace(_ expression: RulesExpression) -> [RulesStep]? {
        let methods = ["toLowerCase", "toUpperCase", "replace"]
        if case .call(let base, let method, _) = expression, methods.contains(method) {
            return textPlace(base)
        }
        return valuePlace(expression)
    }

    /// `newData.val() <= now`, `newData.val() % 1 === 0`, `newData.val().length < 100`
    func comparison(
        _ left: RulesExpression, _ sign: RulesExpression.Operator, _ right: RulesExpression
    ) -> [ShapeClaim]? {
        if case .member(let base, "length") = left, let place = textPlace(base) {
            return [ShapeClaim(place, .string)]
        }
        if case .binary(let number, .modulo, .number(1)) = left, sign == .equal,
            right == .number(0), let place = valuePlace(number)
        {
            return [ShapeClaim(place, .integer)]
        }
        if case .call(let base, let method, _) = left, method != "val",
            let place = textPlace(left), textPlace(base) != nil
        {
            return [ShapeClaim(place, .string)]
        }
        guard let place = valuePlace(left) else { return nil }
        switch right {
        case .null: return sign == .notEqual ? [ShapeClaim(place, .required)] : nil
        case .bool(true): return [ShapeClaim(place, sign == .equal ? .alwaysTrue : .bool)]
        case .bool(false): return [ShapeClaim(place, .bool)]
        default: return content(of: right).map { [ShapeClaim(place, $0)] }
        }
    }

    /// What an expression is that a value is compared to.
    private func content(of expression: RulesExpression) -> ShapeClaim.Content? {
        switch expression {
        case .string: .string
        case .number, .negative(.number): .number
        case .name("now"): .date
        case .name(let name): name.hasPrefix("$") ? .string : nil
        case .member(.name("auth"), "uid"), .member(.name("auth"), "provider"): .string
        case .binary(let left, .plus, let right), .binary(let left, .minus, let right):
            content(of: left) == .date || content(of: right) == .date
                ? .date : content(of: left) ?? content(of: right)
        case .binary(_, .times, _), .binary(_, .divided, _), .binary(_, .modulo, _): .number
        default: nil
        }
    }

    /// `root.child('users/' + newData.val()).exists()`: a key is a string.
    func usesAsKey(_ expression: RulesExpression) -> [ShapeClaim]? {
        var claims: [ShapeClaim] = []
        expression.forEachKey { key in
            for part in key.summands {
                if let place = valuePlace(part) { claims.append(ShapeClaim(place, .string)) }
            }
        }
        return claims.isEmpty ? nil : claims
    }
}

extension RulesExpression {
    /// Calls a function with each expression that is used as a key.
    fileprivate func forEachKey(_ body: (RulesExpression) -> Void) {
        switch self {
        case .call(let base, let method, let arguments):
            base.forEachKey(body)
            if method == "child" || method == "hasChild" { arguments.forEach(body) }
            for argument in arguments { argument.forEachKey(body) }
        case .member(let base, _), .not(let base), .negative(let base):
            base.forEachKey(body)
        case .element(let base, let index):
            base.forEachKey(body)
            index.forEachKey(body)
        case .binary(let left, _, let right):
            left.forEachKey(body)
            right.forEachKey(body)
        case .conditional(let condition, let first, let second):
            for part in [condition, first, second] { part.forEachKey(body) }
        case .array(let elements):
            for element in elements { element.forEachKey(body) }
        case .null, .bool, .number, .string, .regularExpression, .name: break
        }
    }

    /// The expressions that `+` joins.
    fileprivate var summands: [RulesExpression] {
        if case .binary(let left, .plus, let right) = self {
            return left.summands + right.summands
        }
        return [self]
    }
}
