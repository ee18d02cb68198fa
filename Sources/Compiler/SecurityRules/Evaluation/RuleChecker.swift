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
    private let variables: [String]
    private let kind: RuleKind
    private var ranges: ArraySlice<Range<Int>>

    /// A checked part with its type.
    private struct Checked {
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
    private mutating func check(_ part: RulesExpression) throws(RuleCheckError) -> Checked {
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

    private mutating func takeRange() -> Range<Int> { ranges.popFirst() ?? 0..<0 }

    private mutating func make(_ operation: CheckedExpression.Operation, _ type: RuleType)
        -> Checked
    {
        Checked(expression: CheckedExpression(operation, at: takeRange()), type: type)
    }

    /// Returns the error about a part that has been checked.
    private func error(_ message: String, at part: Checked) -> RuleCheckError {
        RuleCheckError(message: message, range: part.expression.range)
    }

    /// Returns the error about the part whose own parts have been checked.
    private mutating func error(_ message: String) -> RuleCheckError {
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

// MARK: - Calls

extension RuleChecker {
    private mutating func checkCall(
        of name: String, on base: RulesExpression, _ arguments: [RulesExpression]
    ) throws(RuleCheckError) -> Checked {
        let base = try check(base)
        if base.type == .snapshot, let method = SnapshotMethod(rawValue: name) {
            return try check(method, on: base, arguments)
        }
        if base.type.isOneOf(.string) {
            if name == "matches" { return try checkMatches(base, arguments) }
            if let method = StringMethod(rawValue: name) {
                let arguments = try checkStrings(arguments, count: method.argumentCount, of: name)
                return make(.stringMethod(base.expression, method, arguments), method.type)
            }
        }
        throw RuleCheckError(
            message: "No such method/property '\(name)'.", range: base.expression.range)
    }

    private mutating func check(
        _ method: SnapshotMethod, on base: Checked, _ arguments: [RulesExpression]
    ) throws(RuleCheckError) -> Checked {
        var checked: [CheckedExpression] = []
        if method == .hasChildren, !arguments.isEmpty {
            checked = try checkList(arguments, of: base)
        } else {
            checked = try checkStrings(
                arguments, count: method.argumentCount, of: method.rawValue)
        }
        return make(.snapshotMethod(base.expression, method, checked), method.type)
    }

    private mutating func checkStrings(
        _ arguments: [RulesExpression], count: Int, of method: String
    ) throws(RuleCheckError) -> [CheckedExpression] {
        var checked: [CheckedExpression] = []
        for (index, argument) in arguments.enumerated() {
            let argument = try check(argument)
            guard argument.type.isOneOf(.string) || index >= count else {
                throw error(
                    "\(method) expects argument \(index + 1) to be a string, but got "
                        + "\(argument.type.rawValue).", at: argument)
            }
            checked.append(argument.expression)
        }
        guard checked.count == count else {
            throw error(
                "\(method) expects \(count) argument\(count == 1 ? "" : "s"), but got "
                    + "\(checked.count).")
        }
        return checked
    }

    /// Checks the list of `hasChildren(['name', 'age'])`.
    private mutating func checkList(
        _ arguments: [RulesExpression], of base: Checked
    ) throws(RuleCheckError) -> [CheckedExpression] {
        guard arguments.count == 1, case .array(let keys) = arguments[0] else {
            throw error("hasChildren takes 1 argument: an array of strings.", at: base)
        }
        guard !keys.isEmpty else {
            throw error("hasChildren got an empty array, expected some strings in there.")
        }
        var checked: [CheckedExpression] = []
        for key in keys {
            let key = try check(key)
            guard key.type.isOneOf(.string) else {
                throw error("hasChildren got an array with a non-string value.", at: key)
            }
            checked.append(key.expression)
        }
        _ = takeRange()
        return checked
    }

    private mutating func checkMatches(
        _ base: Checked, _ arguments: [RulesExpression]
    ) throws(RuleCheckError) -> Checked {
        guard arguments.count == 1, case .regularExpression(let source, let flags) = arguments[0]
        else {
            throw error("matches takes 1 argument: a regular expression literal.", at: base)
        }
        let range = takeRange()
        do {
            let pattern = try PatternParser.parse(source, flags: flags)
            return make(.matches(base.expression, pattern), .boolean)
        } catch {
            throw RuleCheckError(message: error.message, range: range)
        }
    }
}

// MARK: - Operators

extension RuleChecker {
    private mutating func checkNot(_ operand: RulesExpression) throws(RuleCheckError) -> Checked {
        let operand = try check(operand)
        guard operand.type == .boolean else { throw error("! only operates on booleans.") }
        return make(.not(operand.expression), .boolean)
    }

    private mutating func checkNegative(_ operand: RulesExpression) throws(RuleCheckError)
        -> Checked
    {
        let operand = try check(operand)
        guard operand.type.isOneOf(.number) else { throw error("- only operates on numbers.") }
        return make(.negative(operand.expression), .number)
    }

    private mutating func check(
        _ condition: RulesExpression, then first: RulesExpression,
        otherwise second: RulesExpression
    ) throws(RuleCheckError) -> Checked {
        let condition = try check(condition)
        guard condition.type == .boolean else {
            throw error("Condition of ? must be boolean.", at: condition)
        }
        let first = try check(first)
        let second = try check(second)
        let isPlain = ![first.type, second.type].contains { $0 == .any || $0 == .snapshot }
        let type = first.type == second.type ? first.type : isPlain ? .primitive : .any
        return make(
            .conditional(condition.expression, first.expression, second.expression), type)
    }

    /// Checks a row of operators from the left, without recursion over left operands.
    private mutating func checkBinary(_ row: RulesExpression) throws(RuleCheckError) -> Checked {
        var first = row
        var steps: [(sign: RulesExpression.Operator, right: RulesExpression)] = []
        while case .binary(let left, let sign, let right) = first {
            steps.append((sign, right))
            first = left
        }
        var left = try check(first)
        for step in steps.reversed() {
            let right = try check(step.right)
            let type = try type(of: left, step.sign, right)
            left = make(.binary(left.expression, step.sign, right.expression), type)
        }
        return left
    }

    private mutating func type(
        of left: Checked, _ sign: RulesExpression.Operator, _ right: Checked
    ) throws(RuleCheckError) -> RuleType {
        switch sign {
        case .and, .or:
            for (side, operand) in [("Left", left), ("Right", right)]
            where operand.type != .boolean {
                throw error("\(side) operand of \(sign.rawValue) must be boolean.", at: operand)
            }
            return .boolean
        case .equal, .notEqual:
            try expect([.number, .boolean, .string, .null], left, sign, right)
            return .boolean
        case .less, .lessOrEqual, .greater, .greaterOrEqual:
            try expect([.number, .string], left, sign, right)
            guard left.type.isOpen || right.type.isOpen || left.type == right.type else {
                throw error(
                    "Invalid \(sign.rawValue) expression: left and right operands have different "
                        + "types.", at: left)
            }
            return .boolean
        case .plus:
            try expect([.number, .string], left, sign, right)
            if left.type == .string || right.type == .string { return .string }
            return left.type == .number && right.type == .number ? .number : .primitive
        case .minus, .times, .divided, .modulo:
            try expect([.number], left, sign, right)
            return .number
        }
    }

    /// Demands that both operands can be of some types.
    private func expect(
        _ types: [RuleType], _ left: Checked, _ sign: RulesExpression.Operator, _ right: Checked
    ) throws(RuleCheckError) {
        for (side, operand) in [("left", left), ("right", right)]
        where !operand.type.isOpen && !types.contains(operand.type) {
            let names = types.map(\.rawValue)
            let list =
                names.count > 2
                ? names.dropLast().joined(separator: ", ") + ", or \(names[names.count - 1])"
                : names.joined(separator: " or ")
            throw error(
                "Invalid \(sign.rawValue) expression: \(side) operand is not a \(list).",
                at: left)
        }
    }
}

// MARK: - Types

/// The type of an expression, as far as it is known without data.
enum RuleType: String, Sendable {
    /// A member of `auth`: any value, or nothing.
    case any
    /// The value of a place, or of a query: a scalar or nothing. It has no members.
    case primitive
    case null, boolean, number, string, snapshot

    /// Whether the type depends on data.
    var isOpen: Bool { self == .any || self == .primitive }

    func isOneOf(_ types: RuleType...) -> Bool {
        isOpen || types.contains(self)
    }
}

// MARK: - Checked expressions

/// A part of an expression whose names, methods and types have been checked.
final class CheckedExpression: Sendable {
    let operation: Operation
    /// The bytes of the rule's source.
    let range: Range<Int>

    init(_ operation: Operation, at range: Range<Int>) {
        self.operation = operation
        self.range = range
    }

    enum Operation: Sendable {
        case literal(RuleValue)
        case auth, now, root, data, newData
        /// A `$variable`, counted from the root.
        case variable(Int)
        case query(RuleQuery.Property)
        case member(CheckedExpression, String)
        case element(CheckedExpression, at: CheckedExpression)
        case snapshotMethod(CheckedExpression, SnapshotMethod, [CheckedExpression])
        case stringMethod(CheckedExpression, StringMethod, [CheckedExpression])
        case matches(CheckedExpression, Pattern)
        case not(CheckedExpression)
        case negative(CheckedExpression)
        case binary(CheckedExpression, RulesExpression.Operator, CheckedExpression)
        case conditional(CheckedExpression, CheckedExpression, CheckedExpression)
    }
}

/// The methods of `data`, `newData`, `root` and the places reached from them.
enum SnapshotMethod: String, Sendable {
    case val, exists, child, parent, hasChild, hasChildren, getPriority
    case isString, isNumber, isBoolean

    var type: RuleType {
        switch self {
        case .val, .getPriority: .primitive
        case .child, .parent: .snapshot
        default: .boolean
        }
    }

    /// The number of arguments, all strings; `hasChildren` takes a list, or none.
    var argumentCount: Int { self == .child || self == .hasChild ? 1 : 0 }
}

/// The methods of strings, but for `matches`.
enum StringMethod: String, Sendable {
    case contains, beginsWith, endsWith, replace, toLowerCase, toUpperCase

    var type: RuleType {
        switch self {
        case .contains, .beginsWith, .endsWith: .boolean
        case .replace, .toLowerCase, .toUpperCase: .string
        }
    }

    /// The number of arguments, all strings.
    var argumentCount: Int {
        switch self {
        case .contains, .beginsWith, .endsWith: 1
        case .replace: 2
        case .toLowerCase, .toUpperCase: 0
        }
    }
}
