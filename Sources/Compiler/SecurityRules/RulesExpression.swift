/// An expression of Firebase's security rules, as in `.validate`, `.read` and `.write`.
///
/// <https://firebase.google.com/docs/reference/security/database>
package indirect enum RulesExpression: Hashable, Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    /// `/^[a-z]+$/i`: the text between the slashes, and the flags.
    case regularExpression(String, flags: String)
    case array([RulesExpression])
    /// `auth`, `now`, `root`, `data`, `newData`, or a variable with its `$`.
    case name(String)
    /// `auth.uid`
    case member(RulesExpression, String)
    /// `auth.token['role']`
    case element(RulesExpression, at: RulesExpression)
    /// `newData.child('name')`
    case call(RulesExpression, String, [RulesExpression])
    case not(RulesExpression)
    case negative(RulesExpression)
    case binary(RulesExpression, Operator, RulesExpression)
    case conditional(RulesExpression, then: RulesExpression, otherwise: RulesExpression)

    package enum Operator: String, CaseIterable, Sendable {
        case or = "||"
        case and = "&&"
        case equal = "=="
        case notEqual = "!="
        case less = "<"
        case lessOrEqual = "<="
        case greater = ">"
        case greaterOrEqual = ">="
        case plus = "+"
        case minus = "-"
        case times = "*"
        case divided = "/"
        case modulo = "%"

        /// The precedence of the expression's operator: `*` has a higher one than `+`.
        package var precedence: Int {
            switch self {
            case .or: 1
            case .and: 2
            case .equal, .notEqual: 3
            case .less, .lessOrEqual, .greater, .greaterOrEqual: 4
            case .plus, .minus: 5
            case .times, .divided, .modulo: 6
            }
        }
    }

    /// The operands of `&&`, all of which must be true; otherwise the expression itself.
    package var conditions: [RulesExpression] {
        if case .binary(let first, .and, let second) = self {
            return first.conditions + second.conditions
        }
        return [self]
    }

    /// The operands of `||`, at least one of which must be true.
    package var alternatives: [RulesExpression] {
        if case .binary(let first, .or, let second) = self {
            return first.alternatives + second.alternatives
        }
        return [self]
    }

    /// The operands of `+`.
    var summands: [RulesExpression] {
        if case .binary(let left, .plus, let right) = self {
            return left.summands + right.summands
        }
        return [self]
    }

    /// The elements of an array; anything else itself.
    var elements: [RulesExpression] {
        if case .array(let elements) = self { elements } else { [self] }
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

extension RulesExpression: CustomStringConvertible {
    /// The expression in a handwritten style.
    package var description: String {
        switch self {
        case .null: "null"
        case .bool(let value): "\(value)"
        case .number(let value): Int(exactly: value).map(String.init) ?? "\(value)"
        case .string(let text): Self.quoted(text)
        case .regularExpression(let pattern, let flags): "/\(pattern)/\(flags)"
        case .array(let elements): "[\(Self.list(elements))]"
        case .name(let name): name
        case .member(let base, let name): "\(base.inside(7)).\(name)"
        case .element(let base, let index): "\(base.inside(7))[\(index)]"
        case .call(let base, let method, let arguments):
            "\(base.inside(7)).\(method)(\(Self.list(arguments)))"
        case .not(let operand): "!\(operand.inside(7))"
        case .negative(let operand): "-\(operand.inside(7))"
        case .binary(let left, let sign, let right):
            "\(left.inside(sign.precedence)) \(sign.rawValue) \(right.inside(sign.precedence + 1))"
        case .conditional(let condition, let first, let second):
            "\(condition.inside(1)) ? \(first) : \(second)"
        }
    }

    /// Returns the expression, in parentheses if its precedence is lower than that of its context.
    private func inside(_ precedence: Int) -> String {
        let own =
            switch self {
            case .conditional: 0
            case .binary(_, let sign, _): sign.precedence
            case .not, .negative: 6
            default: 7
            }
        return own < precedence ? "(\(self))" : "\(self)"
    }

    private static func list(_ expressions: [RulesExpression]) -> String {
        expressions.map(\.description).joined(separator: ", ")
    }

    private static func quoted(_ text: String) -> String {
        let escaped = text.flatMap { $0 == "'" || $0 == "\\" ? ["\\", $0] : [$0] }
        return "'\(String(escaped))'"
    }
}
