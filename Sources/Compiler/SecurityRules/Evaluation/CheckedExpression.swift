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
