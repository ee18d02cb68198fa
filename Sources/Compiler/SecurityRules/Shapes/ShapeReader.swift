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
    private let variables: [String: [RulesStep]]
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
    private func presence(_ place: [RulesStep]) -> [ShapeClaim] {
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

// MARK: - Conditions

/// Claims of single conditions.
extension ShapeReader {
    /// Returns the claims of `newData.isString()`, `newData.hasChildren(['a'])`,
    /// `newData.val().matches(/…/)`.
    private func call(
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
    private func textPlace(_ expression: RulesExpression) -> [RulesStep]? {
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
    private func usesAsKey(_ expression: RulesExpression) -> [ShapeClaim]? {
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
}

// MARK: - Comparisons

/// Claims of comparisons about their left-hand values.
extension ShapeReader {
    /// Returns the claims of `newData.val() <= now`, `newData.val() % 1 === 0`,
    /// `newData.val().length < 100`.
    private func comparison(
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
        // `!=` says nothing about the type.
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

// MARK: - Places

/// Resolution of expressions to places.
extension ShapeReader {
    /// Returns the place that an expression such as `newData.child('a').parent()` refers to.
    private func dataPlace(_ expression: RulesExpression) -> [RulesStep]? {
        namedPlace(expression, in: [.newData])?.steps
    }

    /// Returns the place whose value an expression is: `newData.child('a').val()`.
    private func valuePlace(
        _ expression: RulesExpression, in snapshots: [Snapshot] = [.newData]
    ) -> [RulesStep]? {
        namedValue(expression, in: snapshots)?.steps
    }

    /// Returns the place whose value before the write an expression is: `data.child('a').val()`.
    private func formerPlace(ofValue expression: RulesExpression) -> [RulesStep]? {
        valuePlace(expression, in: [.data])
    }

    /// Returns the place of a value, before or after the write by default.
    func namedValue(
        _ expression: RulesExpression, in snapshots: [Snapshot] = Snapshot.allCases
    ) -> NamedPlace? {
        guard case .call(let base, "val", []) = expression else { return nil }
        return namedPlace(base, in: snapshots)
    }

    static func steps(_ path: String) -> [RulesStep] {
        path.pathComponents.map { .key($0) }
    }

    /// Returns the place of a variable.
    private func place(ofVariable expression: RulesExpression) -> [RulesStep]? {
        guard case .name(let name) = expression else { return nil }
        return variables[name]
    }

    /// A state of the data that a rule can read.
    enum Snapshot: String, CaseIterable {
        case newData, data, root
    }

    /// A place, with the rules' names for wildcard keys on the way.
    struct NamedPlace {
        var steps: [RulesStep]
        /// The names of wildcard keys, by the number of keys before each.
        var names: [Int: String] = [:]
    }

    /// Returns the place that an expression refers to, whatever its keys are computed from.
    func namedPlace(
        _ expression: RulesExpression, in snapshots: [Snapshot] = Snapshot.allCases
    ) -> NamedPlace? {
        switch expression {
        case .name(let name):
            guard let snapshot = Snapshot(rawValue: name), snapshots.contains(snapshot) else {
                return nil
            }
            return NamedPlace(steps: snapshot == .root ? [] : place)
        case .call(let base, "parent", []):
            guard var child = namedPlace(base, in: snapshots), !child.steps.isEmpty else {
                return nil
            }
            child.steps.removeLast()
            child.names[child.steps.count] = nil
            return child
        case .call(let base, "child", let arguments):
            guard let parent = namedPlace(base, in: snapshots), arguments.count == 1 else {
                return nil
            }
            return child(arguments[0], of: parent)
        default: return nil
        }
    }

    /// Returns the child at a path, which may be computed: `'users/' + auth.uid + '/role'`.
    func child(_ path: RulesExpression, of parent: NamedPlace) -> NamedPlace? {
        var child = parent
        // Whether the text so far ends inside of a key.
        var isInKey = false
        for part in path.summands {
            if case .string(let text) = part {
                guard !isInKey || text.hasPrefix("/") else { return nil }
                child.steps += Self.steps(text)
                isInKey = !text.hasSuffix("/") && !text.isEmpty
            } else {
                guard !isInKey else { return nil }
                child.names[child.steps.count] = part.keyName
                child.steps.append(.any)
                isInKey = true
            }
        }
        return child
    }
}

extension RulesExpression {
    /// A name for keys that the expression computes.
    fileprivate var keyName: String? {
        switch self {
        case .name(let name): name.hasPrefix("$") ? String(name.dropFirst()) : nil
        case .member(.name("auth"), let name): name
        case .call(.call(_, "child", let arguments), "val", []):
            if case .string(let path)? = arguments.first { path.pathComponents.last } else { nil }
        default: nil
        }
    }
}
