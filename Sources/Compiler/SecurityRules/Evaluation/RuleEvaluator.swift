/// The error that makes a whole rule false: an operation on a value of the wrong type.
struct RuleFailure: Error {
    let message: String
}

/// The values of the names in a rule.
struct RuleScope: Sendable {
    var auth: (any RuleData)?
    var now: Double
    /// The keys of the `$variables`, from the root down.
    var variables: [String] = []
    /// The data before the write, at the root.
    var root: (any RuleData)?
    /// The rule's place after the write.
    var newData: RuleSnapshot
    var query = RuleQuery()

    /// The rule's place before the write.
    var data: RuleSnapshot { RuleSnapshot(root: root, keys: newData.keys) }
}

/// Evaluates the expression of a rule.
struct RuleEvaluator {
    private let scope: RuleScope
    /// The values of the parts that were evaluated, in that order, if they are wanted.
    private(set) var trace: [(range: Range<Int>, value: RuleValue)]?
    /// The part that can't be evaluated.
    private(set) var failure: (range: Range<Int>, failure: RuleFailure)?

    init(_ scope: RuleScope, isTracing: Bool = false) {
        self.scope = scope
        trace = isTracing ? [] : nil
    }

    /// The maximum length of a string in bytes, like that of a value in the database.
    private static let maximumLength = 10 * 1024 * 1024

    /// Whether a rule is true. A part that fails makes all of the rule false.
    mutating func isTrue(_ expression: CheckedExpression) -> Bool {
        if case .scalar(.bool(true))? = try? value(of: expression) { true } else { false }
    }

    /// Returns the value of a part.
    mutating func value(of part: CheckedExpression) throws(RuleFailure) -> RuleValue {
        if case .binary = part.operation { return try row(part) }
        do {
            return note(try compute(part), of: part)
        } catch {
            if failure == nil { failure = (part.range, error) }
            throw error
        }
    }

    private mutating func note(_ value: RuleValue, of part: CheckedExpression) -> RuleValue {
        trace?.append((part.range, value))
        return value
    }

    private mutating func compute(_ part: CheckedExpression) throws(RuleFailure) -> RuleValue {
        switch part.operation {
        case .literal(let value): return value
        case .auth: return RuleValue(scope.auth)
        case .now: return .number(scope.now)
        case .root: return .snapshot(RuleSnapshot(root: scope.root))
        case .data: return .snapshot(scope.data)
        case .newData: return .snapshot(scope.newData)
        case .variable(let index): return .string(scope.variables[index])
        case .query(let property): return scope.query.value(of: property)
        case .member(let base, let name): return try member(name, of: try value(of: base))
        case .element(let base, let index):
            let base = try value(of: base)
            return try member(try key(index), of: base)
        case .snapshotMethod(let base, let method, let arguments):
            return try call(method, on: try snapshot(base), arguments)
        case .stringMethod(let base, let method, let arguments):
            return try call(method, on: try string(base), arguments)
        case .matches(let base, let pattern): return .bool(pattern.matches(try string(base)))
        case .not(let operand): return .bool(!(try bool(operand)))
        case .negative(let operand): return .number(-(try number(operand)))
        case .conditional(let condition, let first, let second):
            return try value(of: try bool(condition) ? first : second)
        case .binary: return try row(part)
        }
    }

    /// Returns a member of `auth` or its claims, or the length of a string. Nothing has no members,
    /// which isn't an error.
    private func member(_ name: String, of base: RuleValue) throws(RuleFailure) -> RuleValue {
        switch base {
        case .data(let data): RuleValue(data.child(name))
        case .scalar(.string(let text)) where name == "length":
            .number(Double(text.utf16.count))
        case .null, .scalar: .null
        case .snapshot: throw RuleFailure(message: "a snapshot has no member \(name)")
        }
    }

    private mutating func key(_ index: CheckedExpression) throws(RuleFailure) -> String {
        switch try value(of: index) {
        case .scalar(.string(let key)): key
        case .scalar(.number(let number)): RuleValue.text(of: number)
        case let other: throw RuleFailure(message: "the key is \(other.kind), not a string")
        }
    }
}

// MARK: - Types

extension RuleEvaluator {
    private mutating func bool(_ part: CheckedExpression) throws(RuleFailure) -> Bool {
        try Self.bool(try value(of: part), "the operand")
    }

    private static func bool(_ value: RuleValue, _ name: String) throws(RuleFailure) -> Bool {
        guard case .scalar(.bool(let value)) = value else {
            throw RuleFailure(message: "\(name) is \(value.kind), not a boolean")
        }
        return value
    }

    private mutating func number(_ part: CheckedExpression) throws(RuleFailure) -> Double {
        let value = try value(of: part)
        guard case .scalar(.number(let number)) = value else {
            throw RuleFailure(message: "the operand is \(value.kind), not a number")
        }
        return number
    }

    private mutating func string(_ part: CheckedExpression) throws(RuleFailure) -> String {
        let value = try value(of: part)
        guard case .scalar(.string(let text)) = value else {
            throw RuleFailure(message: "\(value.kind) where a string is needed")
        }
        return text
    }

    private mutating func snapshot(
        _ part: CheckedExpression
    ) throws(RuleFailure) -> RuleSnapshot {
        let value = try value(of: part)
        guard case .snapshot(let snapshot) = value else {
            throw RuleFailure(message: "\(value.kind) where a snapshot is needed")
        }
        return snapshot
    }
}

// MARK: - Operators

extension RuleEvaluator {
    /// Evaluates a row of operators from the left, without recursion over left operands.
    private mutating func row(_ row: CheckedExpression) throws(RuleFailure) -> RuleValue {
        var parts: [CheckedExpression] = []
        var first = row
        while case .binary(let left, _, _) = first.operation {
            parts.append(first)
            first = left
        }
        var left = try value(of: first)
        for part in parts.reversed() {
            guard case .binary(_, let sign, let right) = part.operation else { continue }
            do {
                left = note(try apply(sign, consume left, right), of: part)
            } catch {
                if failure == nil { failure = (part.range, error) }
                throw error
            }
        }
        return left
    }

    private mutating func apply(
        _ sign: RulesExpression.Operator, _ left: consuming RuleValue, _ right: CheckedExpression
    ) throws(RuleFailure) -> RuleValue {
        switch sign {
        case .and, .or:
            let left = try Self.bool(left, "the left operand of \(sign.rawValue)")
            return .bool(left == (sign == .or) ? left : try bool(right))
        default: return try apply(sign, left, try value(of: right))
        }
    }

    private func apply(
        _ sign: RulesExpression.Operator, _ left: RuleValue, _ right: RuleValue
    ) throws(RuleFailure) -> RuleValue {
        switch (sign, left, right) {
        case (.equal, _, _): return .bool(try areEqual(left, right))
        case (.notEqual, _, _): return .bool(!(try areEqual(left, right)))
        case (.plus, .scalar(let left), .scalar(let right)): return try Self.sum(left, right)
        case (_, .scalar(.number(let left)), .scalar(.number(let right))):
            return try Self.apply(sign, left, right)
        case (_, .scalar(.string(let left)), .scalar(.string(let right))):
            return try Self.apply(sign, left, right)
        default: throw Self.mismatch(sign, left, right)
        }
    }

    private static func mismatch(
        _ sign: RulesExpression.Operator, _ left: RuleValue, _ right: RuleValue
    ) -> RuleFailure {
        RuleFailure(message: "\(sign.rawValue) can't take \(left.kind) and \(right.kind)")
    }

    private func areEqual(_ left: RuleValue, _ right: RuleValue) throws(RuleFailure) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.scalar(let left), .scalar(let right)): left == right
        case (.data(let left), .data(let right)): left.hasSameData(as: right)
        case (.snapshot, _), (_, .snapshot): throw Self.mismatch(.equal, left, right)
        default: false
        }
    }

    private static func sum(
        _ left: RuleScalar, _ right: RuleScalar
    ) throws(RuleFailure) -> RuleValue {
        switch (left, right) {
        case (.number(let left), .number(let right)): return .number(left + right)
        case (.string(let left), .string(let right)): return try joined(left, right)
        case (.string(let left), .number(let right)):
            return try joined(left, RuleValue.text(of: right))
        case (.number(let left), .string(let right)):
            return try joined(RuleValue.text(of: left), right)
        default: throw mismatch(.plus, .scalar(left), .scalar(right))
        }
    }

    private static func joined(_ left: String, _ right: String) throws(RuleFailure) -> RuleValue {
        guard left.utf8.count + right.utf8.count <= maximumLength else {
            throw RuleFailure(message: "the string is longer than \(maximumLength) bytes")
        }
        return .string(left + right)
    }

    private static func apply(
        _ sign: RulesExpression.Operator, _ left: Double, _ right: Double
    ) throws(RuleFailure) -> RuleValue {
        switch sign {
        case .less: .bool(left < right)
        case .lessOrEqual: .bool(left <= right)
        case .greater: .bool(left > right)
        case .greaterOrEqual: .bool(left >= right)
        case .minus: .number(left - right)
        case .times: .number(left * right)
        case .divided: .number(right == 0 ? .nan : left / right)
        case .modulo: .number(left.truncatingRemainder(dividingBy: right))
        default: throw mismatch(sign, .number(left), .number(right))
        }
    }

    /// Compares strings by UTF-16 code units.
    private static func apply(
        _ sign: RulesExpression.Operator, _ left: String, _ right: String
    ) throws(RuleFailure) -> RuleValue {
        switch sign {
        case .less: .bool(left.utf16.lexicographicallyPrecedes(right.utf16))
        case .lessOrEqual: .bool(!right.utf16.lexicographicallyPrecedes(left.utf16))
        case .greater: .bool(right.utf16.lexicographicallyPrecedes(left.utf16))
        case .greaterOrEqual: .bool(!left.utf16.lexicographicallyPrecedes(right.utf16))
        default: throw mismatch(sign, .string(left), .string(right))
        }
    }
}

// MARK: - Methods

extension RuleEvaluator {
    private mutating func call(
        _ method: SnapshotMethod, on snapshot: RuleSnapshot, _ arguments: [CheckedExpression]
    ) throws(RuleFailure) -> RuleValue {
        switch method {
        case .val: return RuleValue(snapshot.data)
        case .getPriority: return .null
        case .exists: return .bool(snapshot.exists)
        case .isString:
            if case .string? = snapshot.data?.scalar { return .bool(true) }
            return .bool(false)
        case .isNumber:
            if case .number? = snapshot.data?.scalar { return .bool(true) }
            return .bool(false)
        case .isBoolean:
            if case .bool? = snapshot.data?.scalar { return .bool(true) }
            return .bool(false)
        case .parent:
            guard let parent = snapshot.parent else {
                throw RuleFailure(message: "the root has no parent")
            }
            return .snapshot(parent)
        case .child: return .snapshot(snapshot.child(at: try string(arguments[0])))
        case .hasChild:
            return .bool(snapshot.child(at: try string(arguments[0])).exists)
        case .hasChildren:
            if arguments.isEmpty {
                return .bool(snapshot.data.map { $0.exists && $0.scalar == nil } ?? false)
            }
            var hasAll = true
            for key in arguments where !snapshot.child(at: try string(key)).exists {
                hasAll = false
            }
            return .bool(hasAll)
        }
    }

    private mutating func call(
        _ method: StringMethod, on text: String, _ arguments: [CheckedExpression]
    ) throws(RuleFailure) -> RuleValue {
        switch method {
        case .contains:
            return .bool(TextSearch(try string(arguments[0])).occurs(in: text))
        case .beginsWith:
            return .bool(text.utf8.starts(with: try string(arguments[0]).utf8))
        case .endsWith:
            let end = try string(arguments[0])
            return .bool(text.utf8.reversed().starts(with: end.utf8.reversed()))
        case .replace:
            let old = try string(arguments[0])
            let new = try string(arguments[1])
            let replaced = TextSearch(old).replacing(
                in: text, with: new, maximumLength: Self.maximumLength)
            guard let replaced else {
                throw RuleFailure(message: "the string is longer than \(Self.maximumLength) bytes")
            }
            return .string(replaced)
        case .toLowerCase: return .string(text.lowercased())
        case .toUpperCase: return .string(text.uppercased())
        }
    }
}

// MARK: - Search

/// A search for a text in others that takes linear time (Knuth, Morris and Pratt).
struct TextSearch {
    private let pattern: [UInt8]
    /// The length of the longest proper prefix of each prefix that is also its suffix.
    private let borders: [Int]

    init(_ pattern: String) {
        let pattern = Array(pattern.utf8)
        var borders = Array(repeating: 0, count: pattern.count)
        var length = 0
        for index in pattern.indices.dropFirst() {
            while length > 0, pattern[index] != pattern[length] { length = borders[length - 1] }
            if pattern[index] == pattern[length] { length += 1 }
            borders[index] = length
        }
        self.pattern = pattern
        self.borders = borders
    }

    /// Whether a text contains the pattern.
    func occurs(in text: String) -> Bool {
        var occurs = pattern.isEmpty
        forEachEnd(in: Array(text.utf8)) { _ in
            occurs = true
            return false
        }
        return occurs
    }

    /// Returns the text with all occurrences replaced, from the left; `nil` if it gets too long.
    /// Without a pattern, the text stays.
    func replacing(in text: String, with new: String, maximumLength: Int) -> String? {
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        var copied = 0
        forEachEnd(in: bytes) { end in
            result += bytes[copied..<end - pattern.count]
            result += new.utf8
            copied = end
            return result.count <= maximumLength
        }
        guard result.count + bytes.count - copied <= maximumLength else { return nil }
        return String(decoding: result + bytes[copied...], as: UTF8.self)
    }

    /// Calls a function with the end of each occurrence, none of which overlap, until it returns
    /// `false`.
    private func forEachEnd(in bytes: [UInt8], _ body: (Int) -> Bool) {
        guard !pattern.isEmpty else { return }
        var length = 0
        for index in bytes.indices {
            while length > 0, bytes[index] != pattern[length] { length = borders[length - 1] }
            if bytes[index] == pattern[length] { length += 1 }
            if length == pattern.count {
                guard body(index + 1) else { return }
                length = 0
            }
        }
    }
}
