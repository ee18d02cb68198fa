extension RuleEvaluator {
    /// Evaluates a row of operators from the left, without recursion over left operands.
    mutating func row(_ row: CheckedExpression) throws(RuleFailure) -> RuleValue {
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
