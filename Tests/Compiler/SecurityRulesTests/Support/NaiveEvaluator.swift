import Foundation
import SecurityRules

/// A second evaluator of expressions, which follows the reference word by word, for comparison.
struct NaiveEvaluator {
    var auth: RulesData = .null
    var now: Double = 1_700_000_000_000
    /// The data before the write, and after it.
    var root: RulesData = .null
    var newRoot: RulesData = .null
    /// Where the rule is.
    var path: [String] = []
    /// The keys that the variables stand for, each with its `$`.
    var variables: [String: String] = [:]

    /// The value of an expression.
    private enum Value {
        case data(RulesData)
        case place(isNew: Bool, [String])
        case list([RulesData])
        case pattern(String, flags: String)
    }

    private struct MakesNoSense: Error {}

    /// Returns the value of a rule; `nil` if its evaluation fails.
    func decision(of expression: RulesExpression) -> Bool? {
        try? bool(expression)
    }

    private func bool(_ expression: RulesExpression) throws -> Bool {
        guard case .data(.bool(let value)) = try evaluate(expression) else { throw MakesNoSense() }
        return value
    }

    private func data(_ expression: RulesExpression) throws -> RulesData {
        guard case .data(let data) = try evaluate(expression) else { throw MakesNoSense() }
        return data
    }

    private func number(_ expression: RulesExpression) throws -> Double {
        guard case .number(let number) = try data(expression) else { throw MakesNoSense() }
        return number
    }

    private func string(_ expression: RulesExpression) throws -> String {
        guard case .string(let string) = try data(expression) else { throw MakesNoSense() }
        return string
    }

    private func evaluate(_ expression: RulesExpression) throws -> Value {
        switch expression {
        case .null: return .data(.null)
        case .bool(let value): return .data(.bool(value))
        case .number(let value): return .data(.number(value))
        case .string(let text): return .data(.string(text))
        case .regularExpression(let pattern, let flags): return .pattern(pattern, flags: flags)
        case .array(let elements): return .list(try elements.map(data))
        case .name(let name): return try value(of: name)
        case .member(let base, let name): return try member(name, of: base)
        case .element(let base, let index): return .data(try data(base)[try string(index)])
        case .call(let base, let method, let arguments):
            return try call(try evaluate(base), method, arguments)
        case .not(let operand): return .data(.bool(!(try bool(operand))))
        case .negative(let operand): return .data(.number(-(try number(operand))))
        case .binary(let left, let sign, let right):
            return .data(try binary(left, sign, right))
        case .conditional(let condition, let first, let second):
            return try evaluate(try bool(condition) ? first : second)
        }
    }

    private func value(of name: String) throws -> Value {
        switch name {
        case "auth": return .data(auth)
        case "now": return .data(.number(now))
        case "root": return .place(isNew: false, [])
        case "data": return .place(isNew: false, path)
        case "newData": return .place(isNew: true, path)
        default:
            guard let key = variables[name] else { throw MakesNoSense() }
            return .data(.string(key))
        }
    }

    private func member(_ name: String, of base: RulesExpression) throws -> Value {
        switch try data(base) {
        case .string(let text) where name == "length":
            return .data(.number(Double(text.utf16.count)))
        case .children(let children): return .data(children[name] ?? .null)
        default: return .data(.null)
        }
    }
}

// MARK: - Operators

extension NaiveEvaluator {
    private func binary(
        _ left: RulesExpression, _ sign: RulesExpression.Operator, _ right: RulesExpression
    ) throws -> RulesData {
        switch sign {
        case .and: return .bool(try bool(left) && bool(right))
        case .or: return .bool(try bool(left) || bool(right))
        case .equal: return .bool(try data(left) == data(right))
        case .notEqual: return .bool(try data(left) != data(right))
        case .less: return .bool(try compare(left, right, <, <))
        case .lessOrEqual: return .bool(try compare(left, right, <=, <=))
        case .greater: return .bool(try compare(left, right, >, >))
        case .greaterOrEqual: return .bool(try compare(left, right, >=, >=))
        case .plus:
            let (left, right) = (try data(left), try data(right))
            if case .number(let left) = left, case .number(let right) = right {
                return .number(left + right)
            }
            guard let left = left.text, let right = right.text else { throw MakesNoSense() }
            return .string(left + right)
        case .minus: return .number(try number(left) - number(right))
        case .times: return .number(try number(left) * number(right))
        case .divided:
            let (left, right) = (try number(left), try number(right))
            return .number(right == 0 ? .nan : left / right)
        case .modulo:
            return .number(try number(left).truncatingRemainder(dividingBy: number(right)))
        }
    }

    private func compare(
        _ left: RulesExpression, _ right: RulesExpression, _ numbers: (Double, Double) -> Bool,
        _ strings: (String, String) -> Bool
    ) throws -> Bool {
        switch (try data(left), try data(right)) {
        case (.number(let left), .number(let right)): return numbers(left, right)
        case (.string(let left), .string(let right)): return strings(left, right)
        default: throw MakesNoSense()
        }
    }
}

// MARK: - Functions

extension NaiveEvaluator {
    private func call(
        _ base: Value, _ method: String, _ arguments: [RulesExpression]
    ) throws -> Value {
        switch base {
        case .place(let isNew, let path):
            return try call(onPlace: path, isNew: isNew, method, arguments)
        case .data(.string(let text)): return .data(try call(onText: text, method, arguments))
        default: throw MakesNoSense()
        }
    }

    private func call(
        onPlace path: [String], isNew: Bool, _ method: String, _ arguments: [RulesExpression]
    ) throws -> Value {
        let here = path.reduce(isNew ? newRoot : root) { $0[$1] }
        switch (method, arguments.count) {
        case ("val", 0):
            return .data(here.isNothing ? .null : here)
        case ("exists", 0): return .data(.bool(!here.isNothing))
        case ("isString", 0): return .data(.bool(here.isString))
        case ("isNumber", 0): return .data(.bool(here.isNumber))
        case ("isBoolean", 0): return .data(.bool(here.isBoolean))
        case ("parent", 0):
            guard !path.isEmpty else { throw MakesNoSense() }
            return .place(isNew: isNew, path.dropLast())
        case ("child", 1):
            let steps = try string(arguments[0]).split(separator: "/").map(String.init)
            return .place(isNew: isNew, path + steps)
        case ("hasChild", 1):
            let steps = try string(arguments[0]).split(separator: "/").map(String.init)
            return .data(.bool(!steps.reduce(here) { $0[$1] }.isNothing))
        case ("hasChildren", 0):
            guard case .children = here else { return .data(.bool(false)) }
            return .data(.bool(!here.isNothing))
        case ("hasChildren", 1):
            guard case .list(let keys) = try evaluate(arguments[0]) else { throw MakesNoSense() }
            let texts = try keys.map { key in
                guard case .string(let key) = key else { throw MakesNoSense() }
                return key
            }
            return .data(
                .bool(
                    texts.allSatisfy { key in
                        let steps = key.split(separator: "/").map(String.init)
                        return !steps.reduce(here) { $0[$1] }.isNothing
                    }))
        default: throw MakesNoSense()
        }
    }

    private func call(
        onText text: String, _ method: String, _ arguments: [RulesExpression]
    ) throws -> RulesData {
        switch (method, arguments.count) {
        case ("toLowerCase", 0): return .string(text.lowercased())
        case ("toUpperCase", 0): return .string(text.uppercased())
        case ("contains", 1):
            let part = try string(arguments[0])
            return .bool(part.isEmpty || text.contains(part))
        case ("beginsWith", 1): return .bool(text.hasPrefix(try string(arguments[0])))
        case ("endsWith", 1): return .bool(text.hasSuffix(try string(arguments[0])))
        case ("replace", 2):
            return .string(
                text.replacingOccurrences(
                    of: try string(arguments[0]), with: try string(arguments[1])))
        case ("matches", 1):
            guard case .pattern(let pattern, let flags) = try evaluate(arguments[0]) else {
                throw MakesNoSense()
            }
            let options: NSString.CompareOptions =
                flags.contains("i") ? [.regularExpression, .caseInsensitive] : .regularExpression
            return .bool(text.range(of: pattern, options: options) != nil)
        default: throw MakesNoSense()
        }
    }
}

extension RulesData {
    /// A text, or a number as a part of one.
    fileprivate var text: String? {
        switch self {
        case .string(let text): text
        case .number(let number):
            number.isNaN ? "NaN" : Int(exactly: number).map(String.init) ?? "\(number)"
        default: nil
        }
    }

    fileprivate var isString: Bool { if case .string = self { true } else { false } }
    fileprivate var isNumber: Bool { if case .number = self { true } else { false } }
    fileprivate var isBoolean: Bool { if case .bool = self { true } else { false } }
}
