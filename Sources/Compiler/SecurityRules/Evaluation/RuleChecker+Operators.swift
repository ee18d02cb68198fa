extension RuleChecker {
    mutating func checkNot(_ operand: RulesExpression) throws(RuleCheckError) -> Checked {
        let operand = try check(operand)
        guard operand.type == .boolean else { throw error("! only operates on booleans.") }
        return make(.not(operand.expression), .boolean)
    }

    mutating func checkNegative(_ operand: RulesExpression) throws(RuleCheckError) -> Checked {
        let operand = try check(operand)
        guard operand.type.isOneOf(.number) else { throw error("- only operates on numbers.") }
        return make(.negative(operand.expression), .number)
    }

    mutating func check(
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
    mutating func checkBinary(_ row: RulesExpression) throws(RuleCheckError) -> Checked {
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
