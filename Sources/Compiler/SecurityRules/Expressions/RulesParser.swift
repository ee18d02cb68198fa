/// An expression, and the source of each of its parts.
package struct ParsedExpression: Sendable {
    package let source: String
    package let expression: RulesExpression

    /// The byte ranges of all parts, each after those of its own parts.
    package let ranges: [Range<Int>]
}

/// Parses an expression.
package struct RulesParser {
    private var scanner: RulesScanner
    private var ranges: [Range<Int>] = []
    private var nesting = 0

    /// The maximum nesting depth, beyond that of handwritten rules.
    private static let maximumDepth = 100

    /// A parsed part of the expression.
    private struct Part {
        let expression: RulesExpression
        let start: Int
        /// The depth of the tree but for left operands of binary operators, over which checking and
        /// evaluation don't recurse.
        let depth: Int
        /// The depth of the whole tree.
        let height: Int
    }

    package static func parse(
        _ source: String
    ) throws(RulesExpressionError) -> RulesExpression {
        try parseRule(source).expression
    }

    /// Parses an expression with the source of each of its parts.
    package static func parseRule(
        _ source: String
    ) throws(RulesExpressionError) -> ParsedExpression {
        var parser = RulesParser(scanner: try RulesScanner(source))
        let part = try parser.parseExpression()
        guard parser.scanner.token == .end else {
            throw parser.unexpected("expected an operator")
        }
        return ParsedExpression(
            source: source, expression: part.expression, ranges: parser.ranges)
    }

    private init(scanner: RulesScanner) {
        self.scanner = scanner
    }

    private mutating func parseExpression() throws(RulesExpressionError) -> Part {
        nesting += 1
        defer { nesting -= 1 }
        guard nesting < Self.maximumDepth else { throw tooDeep }
        let condition = try parseBinary(minimum: 1)
        guard try accept("?") else { return condition }
        let first = try parseExpression()
        try expect(":")
        let second = try parseExpression()
        return try part(
            .conditional(
                condition.expression, then: first.expression, otherwise: second.expression),
            from: condition.start, over: [condition, first, second])
    }

    /// Parses operands joined by operators of at least a precedence.
    private mutating func parseBinary(minimum: Int) throws(RulesExpressionError) -> Part {
        var left = try parseUnary()
        var count = 0
        while case .symbol(let symbol) = scanner.token, let sign = Self.operators[symbol],
            sign.precedence >= minimum
        {
            count += 1
            guard count < 1_000 else { throw scanner.error("too many operators in a row") }
            try scanner.advance()
            let right = try parseBinary(minimum: sign.precedence + 1)
            left = try part(
                .binary(left.expression, sign, right.expression), from: left.start,
                over: [right], after: left)
        }
        return left
    }

    private static let operators = Dictionary(
        uniqueKeysWithValues: RulesExpression.Operator.allCases.map { ($0.rawValue, $0) }
            + [("===", .equal), ("!==", .notEqual)])

    private mutating func parseUnary() throws(RulesExpressionError) -> Part {
        var signs: [(symbol: String, start: Int)] = []
        while case .symbol(let symbol) = scanner.token, symbol == "!" || symbol == "-" {
            guard signs.count < Self.maximumDepth else { throw scanner.error("too many signs") }
            signs.append((symbol, scanner.offset))
            try scanner.advance()
        }
        var operand = try parseOperand()
        for sign in signs.reversed() {
            let signed: RulesExpression =
                sign.symbol == "!" ? .not(operand.expression) : .negative(operand.expression)
            operand = try part(signed, from: sign.start, over: [operand])
        }
        return operand
    }

    /// Notes the source of a part, which ends with the latest token.
    private mutating func part(
        _ expression: RulesExpression, from start: Int, over parts: [Part] = [],
        after left: Part? = nil
    ) throws(RulesExpressionError) -> Part {
        let depth = max(left?.depth ?? 0, (parts.map(\.depth).max() ?? 0) + 1)
        let height = max(left?.height ?? 0, parts.map(\.height).max() ?? 0) + 1
        guard depth <= 2 * Self.maximumDepth, height <= 2_000 else { throw tooDeep }
        ranges.append(start..<scanner.endOfLastToken)
        return Part(expression: expression, start: start, depth: depth, height: height)
    }

    private var tooDeep: RulesExpressionError {
        scanner.error("nested deeper than \(Self.maximumDepth) levels")
    }
}

extension RulesParser {
    /// Parses a value with its members and calls: `newData.child('a').val()`.
    private mutating func parseOperand() throws(RulesExpressionError) -> Part {
        var operand = try parsePrimary()
        var count = 0
        while true {
            count += 1
            guard count < Self.maximumDepth else { throw scanner.error("too many calls in a row") }
            if try accept(".") {
                guard case .word(let name) = scanner.token else {
                    throw unexpected("expected a name after '.'")
                }
                try scanner.advance()
                if try accept("(") {
                    operand = try parseCall(of: name, on: operand)
                } else {
                    operand = try part(
                        .member(operand.expression, name), from: operand.start, over: [operand])
                }
            } else if try accept("[") {
                operand = try parseElement(of: operand)
            } else {
                return operand
            }
        }
    }

    private mutating func parseCall(
        of name: String, on base: Part
    ) throws(RulesExpressionError) -> Part {
        let arguments = try parseList(until: ")")
        return try part(
            .call(base.expression, name, arguments.map(\.expression)), from: base.start,
            over: [base] + arguments)
    }

    /// Parses `['role']`, or the call of a method by its quoted name: `["exists"]()`.
    private mutating func parseElement(of base: Part) throws(RulesExpressionError) -> Part {
        let index = try parseExpression()
        try expect("]")
        if case .string(let name) = index.expression, try accept("(") {
            ranges.removeLast()
            return try parseCall(of: name, on: base)
        }
        return try part(
            .element(base.expression, at: index.expression), from: base.start,
            over: [base, index])
    }

    private mutating func parsePrimary() throws(RulesExpressionError) -> Part {
        let token = scanner.token
        let start = scanner.offset
        switch token {
        case .symbol("("):
            try scanner.advance()
            let inner = try parseExpression()
            try expect(")")
            return inner
        case .symbol("["):
            try scanner.advance()
            let elements = try parseList(until: "]")
            return try part(.array(elements.map(\.expression)), from: start, over: elements)
        case .symbol, .end: throw unexpected("expected a value")
        case .word, .number, .string, .regularExpression: try scanner.advance()
        }
        let literal: RulesExpression =
            switch token {
            case .word("true"): .bool(true)
            case .word("false"): .bool(false)
            case .word("null"): .null
            case .word(let name): .name(name)
            case .number(let number): .number(number)
            case .string(let text): .string(text)
            case .regularExpression(let pattern, let flags):
                .regularExpression(pattern, flags: flags)
            case .symbol, .end: .null
            }
        return try part(literal, from: start)
    }

    private mutating func parseList(until end: String) throws(RulesExpressionError) -> [Part] {
        var elements: [Part] = []
        if try accept(end) { return elements }
        repeat {
            elements.append(try parseExpression())
        } while try accept(",")
        try expect(end)
        return elements
    }

    private mutating func accept(_ symbol: String) throws(RulesExpressionError) -> Bool {
        guard scanner.token == .symbol(symbol) else { return false }
        try scanner.advance()
        return true
    }

    private mutating func expect(_ symbol: String) throws(RulesExpressionError) {
        guard try accept(symbol) else { throw unexpected("expected '\(symbol)'") }
    }

    private func unexpected(_ expected: String) -> RulesExpressionError {
        scanner.error("unexpected \(scanner.token.description); \(expected)")
    }
}
