/// A rule that the service would refuse, in the service's words as far as they are known.
struct RuleCheckError: Error, Hashable {
    let message: String
    /// The bytes of the rule's source.
    let range: Range<Int>
    var advice: String?
}

/// Checks an expression as the service does when rules are set: names, methods, and types as far as
/// they are known without data.
struct RuleChecker {
    /// The names of the `$variables`, from the root down.
    let variables: [String]
    let kind: RuleKind
    var ranges: ArraySlice<Range<Int>>

    /// A checked part with its type.
    struct Checked {
        let expression: CheckedExpression
        let type: RuleType
    }

    /// Returns the rule's expression, ready to be evaluated.
    static func check(
        _ rule: ParsedExpression, of kind: RuleKind, variables: [String]
    ) throws(RuleCheckError) -> CheckedExpression {
        var checker = RuleChecker(variables: variables, kind: kind, ranges: rule.ranges[...])
        let checked = try checker.check(rule.expression)
        guard checked.type == .boolean else {
            throw RuleCheckError(
                message: "Expression must evaluate to a boolean.", range: checked.expression.range)
        }
        return checked.expression
    }

    /// Checks a part after its own parts, in the order of ``ParsedExpression/ranges``.
    mutating func check(_ part: RulesExpression) throws(RuleCheckError) -> Checked {
        switch part {
        case .null: literal(.null, .null)
        case .bool(let value): literal(.bool(value), .boolean)
        case .number(let value): literal(.number(value), .number)
        case .string(let text): literal(.string(text), .string)
        case .name(let name): try check(name: name)
        case .member(.name("query"), let name) where kind == .read: try checkQuery(name)
        case .member(let base, let name): try checkMember(name, of: base)
        case .element(let base, let index): try check(base, at: index)
        case .call(let base, let method, let arguments):
            try checkCall(of: method, on: base, arguments)
        case .not(let operand): try checkNot(operand)
        case .negative(let operand): try checkNegative(operand)
        case .binary: try checkBinary(part)
        case .conditional(let condition, let first, let second):
            try check(condition, then: first, otherwise: second)
        case .array, .regularExpression: try misplaced()
        }
    }

    mutating func takeRange() -> Range<Int> { ranges.popFirst() ?? 0..<0 }

    mutating func make(_ operation: CheckedExpression.Operation, _ type: RuleType) -> Checked {
        Checked(expression: CheckedExpression(operation, at: takeRange()), type: type)
    }

    /// Returns the error about a part that has been checked.
    func error(_ message: String, at part: Checked) -> RuleCheckError {
        RuleCheckError(message: message, range: part.expression.range)
    }

    /// Returns the error about the part whose own parts have been checked.
    mutating func error(_ message: String) -> RuleCheckError {
        RuleCheckError(message: message, range: takeRange())
    }

    private mutating func literal(_ value: RuleValue, _ type: RuleType) -> Checked {
        make(.literal(value), type)
    }

    /// Refuses a list or a pattern that is no argument of `hasChildren` or `matches`.
    private mutating func misplaced() throws(RuleCheckError) -> Checked {
        throw RuleCheckError(
            message: "Lists and regular expressions can only be arguments of hasChildren and "
                + "matches.", range: ranges.first ?? 0..<0)
    }
}

/// The rules that are expressions.
package enum RuleKind: String, Sendable {
    case read = ".read"
    case write = ".write"
    case validate = ".validate"
}

// MARK: - Names

extension RuleChecker {
    private mutating func check(name: String) throws(RuleCheckError) -> Checked {
        switch name {
        case "auth": return make(.auth, .any)
        case "now": return make(.now, .number)
        case "root": return make(.root, .snapshot)
        case "data": return make(.data, .snapshot)
        case "newData" where kind != .read: return make(.newData, .snapshot)
        default:
            guard let index = variables.firstIndex(of: name) else {
                var error = error("Unknown variable '\(name)'.")
                error.advice = advice(onVariable: name)
                throw error
            }
            return make(.variable(index), .string)
        }
    }

    private func advice(onVariable name: String) -> String {
        if name == "newData" { return "only .write and .validate have newData" }
        if name.hasPrefix("$") {
            return variables.isEmpty
                ? "there is no variable on the way to this place"
                : "the variables on the way to this place: " + variables.joined(separator: ", ")
        }
        return "rules have auth, data, newData, now, query and root, and variables"
    }

    private mutating func checkQuery(_ name: String) throws(RuleCheckError) -> Checked {
        _ = takeRange()
        guard let property = RuleQuery.Property(rawValue: name) else {
            throw error("No such method/property '\(name)'.")
        }
        return make(.query(property), property.type)
    }

    private mutating func checkMember(
        _ name: String, of base: RulesExpression
    ) throws(RuleCheckError) -> Checked {
        let base = try check(base)
        let isLength = name == "length" && base.type.isOneOf(.string)
        guard isLength || base.type == .any else {
            throw error("No such method/property '\(name)'.")
        }
        return make(.member(base.expression, name), base.type == .any ? .any : .number)
    }

    private mutating func check(
        _ base: RulesExpression, at index: RulesExpression
    ) throws(RuleCheckError) -> Checked {
        let base = try check(base)
        let index = try check(index)
        if case .literal(.scalar(.string("length"))) = index.expression.operation,
            base.type.isOneOf(.string)
        {
            return make(
                .member(base.expression, "length"), base.type == .any ? .any : .number)
        }
        guard base.type == .any, index.type.isOneOf(.string, .number) else {
            throw error("Invalid property access.")
        }
        return make(.element(base.expression, at: index.expression), .any)
    }
}
