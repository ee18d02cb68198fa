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
    let scope: RuleScope
    /// The values of the parts that were evaluated, in that order, if they are wanted.
    private(set) var trace: [(range: Range<Int>, value: RuleValue)]?
    /// The part that can't be evaluated.
    var failure: (range: Range<Int>, failure: RuleFailure)?

    init(_ scope: RuleScope, isTracing: Bool = false) {
        self.scope = scope
        trace = isTracing ? [] : nil
    }

    /// The maximum length of a string in bytes, like that of a value in the database.
    static let maximumLength = 10 * 1024 * 1024

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

    mutating func note(_ value: RuleValue, of part: CheckedExpression) -> RuleValue {
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
    mutating func bool(_ part: CheckedExpression) throws(RuleFailure) -> Bool {
        try Self.bool(try value(of: part), "the operand")
    }

    static func bool(_ value: RuleValue, _ name: String) throws(RuleFailure) -> Bool {
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

    mutating func string(_ part: CheckedExpression) throws(RuleFailure) -> String {
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
