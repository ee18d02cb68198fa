/// The reason why a pattern can't be used.
package struct PatternError: Error {
    package let message: String
}

/// Parses a pattern.
struct PatternParser {
    private var rest: ArraySlice<Unicode.Scalar>
    private var nodes: [Pattern.Node] = []
    /// The number of bits of the code units' sets in each node.
    private var sizes: [Int] = []
    private var depth = 0
    private let ignoresCase: Bool

    private static let maximumDepth = 100

    static func parse(_ source: String, flags: String) throws(PatternError) -> Pattern {
        guard flags == "" || flags == "i" else {
            throw PatternError(message: "Unsupported regular expression flags '\(flags)'.")
        }
        var parser = PatternParser(
            rest: Array(source.unicodeScalars)[...], ignoresCase: flags == "i")
        let isAnchoredAtStart = parser.accept("^")
        let isAnchoredAtEnd = parser.acceptFinalDollar()
        _ = try parser.parseAlternatives()
        if parser.rest.first != nil { throw parser.unexpected }
        return Pattern(
            parser.nodes, isAnchoredAtStart: isAnchoredAtStart, isAnchoredAtEnd: isAnchoredAtEnd)
    }

    private init(rest: ArraySlice<Unicode.Scalar>, ignoresCase: Bool) {
        self.rest = rest
        self.ignoresCase = ignoresCase
    }

    private mutating func accept(_ scalar: Unicode.Scalar) -> Bool {
        guard rest.first == scalar else { return false }
        rest.removeFirst()
        return true
    }

    /// Takes a `$` from the end, unless it is escaped.
    private mutating func acceptFinalDollar() -> Bool {
        guard rest.last == "$" else { return false }
        let backslashes = rest.dropLast().reversed().prefix { $0 == "\\" }.count
        guard backslashes.isMultiple(of: 2) else { return false }
        rest.removeLast()
        return true
    }

    private var unexpected: PatternError {
        switch rest.first {
        case "^"?:
            PatternError(
                message: "Illegal regular expression, unescaped ^, "
                    + "^ can only appear at the beginning of regular expressions")
        case "$"?:
            PatternError(
                message: "Illegal regular expression, unescaped $, "
                    + "$ can only appear at the end of regular expressions")
        case let scalar?:
            PatternError(message: "Illegal regular expression, unexpected '\(scalar)'")
        case nil: PatternError(message: "Illegal regular expression, unexpected end")
        }
    }
}

// MARK: - The grammar

extension PatternParser {
    /// Parses `a|b|c`. Returns its node, the last one.
    private mutating func parseAlternatives() throws(PatternError) -> Int {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.maximumDepth else {
            throw PatternError(message: "Illegal regular expression, too many parentheses")
        }
        var parts = [try parseSequence()]
        while accept("|") { parts.append(try parseSequence()) }
        if parts.count == 1 { return parts[0] }
        return try append(
            .alternatives(parts), isNullable: parts.contains { nodes[$0].isNullable },
            size: size(of: parts))
    }

    private mutating func parseSequence() throws(PatternError) -> Int {
        let isFirst = depth == 1 && nodes.isEmpty
        var parts: [Int] = []
        while let next = rest.first, next != "|", next != ")" {
            parts.append(try parseRepetitions(of: try parseAtom()))
        }
        // An anchor alone is a pattern, and an empty alternative is not.
        if parts.isEmpty, !isFirst || !rest.isEmpty { throw unexpected }
        if parts.count == 1 { return parts[0] }
        return try append(
            .sequence(parts), isNullable: parts.allSatisfy { nodes[$0].isNullable },
            size: size(of: parts))
    }

    private mutating func parseAtom() throws(PatternError) -> Int {
        guard let next = rest.first else { throw unexpected }
        switch next {
        case "(":
            rest.removeFirst()
            let group = try parseAlternatives()
            guard accept(")") else { throw unexpected }
            return group
        case "[":
            rest.removeFirst()
            return try append(try parseSet())
        case ".":
            rest.removeFirst()
            return try append(.any)
        case "^", "$", "*", "+", "?", "{": throw unexpected
        case "\\":
            rest.removeFirst()
            guard let letter = rest.popFirst() else { throw unexpected }
            if let set = UnitSet.named(letter) { return try append(set) }
            return try append(letter)
        default:
            rest.removeFirst()
            return try append(next)
        }
    }
}

// MARK: - Repetitions

extension PatternParser {
    /// Parses the repetitions after a node. Returns the outermost one, or the node itself.
    private mutating func parseRepetitions(of node: Int) throws(PatternError) -> Int {
        var node = node
        for _ in 0..<Self.maximumDepth {
            guard let next = rest.first else { return node }
            switch next {
            case "*": node = try `repeat`(node, atLeast: 0, atMost: nil)
            case "+": node = try `repeat`(node, atLeast: 1, atMost: nil)
            case "?": node = try `repeat`(node, atLeast: 0, atMost: 1)
            case "{":
                rest.removeFirst()
                let minimum = try parseCount()
                var maximum: Int? = minimum
                if accept(",") { maximum = rest.first == "}" ? nil : try parseCount() }
                guard rest.first == "}", maximum.map({ $0 >= minimum }) ?? true else {
                    throw unexpected
                }
                node = try `repeat`(node, atLeast: minimum, atMost: maximum)
            default: return node
            }
            rest.removeFirst()
        }
        throw unexpected
    }

    private mutating func parseCount() throws(PatternError) -> Int {
        var digits = ""
        while let next = rest.first, "0"..."9" ~= next, digits.utf8.count < 6 {
            digits.unicodeScalars.append(rest.removeFirst())
        }
        guard let count = Int(digits), count <= Pattern.maximumSize else { throw unexpected }
        return count
    }

    private mutating func `repeat`(
        _ body: Int, atLeast minimum: Int, atMost maximum: Int?
    ) throws(PatternError) -> Int {
        if maximum == 0 { return try append(.sequence([]), isNullable: true, size: 0) }
        // Repetitions of the empty text may as well be left out.
        let minimum = nodes[body].isNullable ? 0 : minimum
        let repetition = Pattern.Repetition(
            body: body, minimum: minimum, countCount: maximum ?? max(minimum, 1),
            isUnlimited: maximum == nil)
        return try append(
            .repetition(repetition), isNullable: minimum == 0,
            size: sizes[body] * repetition.countCount)
    }
}

// MARK: - Sets

extension PatternParser {
    /// Parses a set from after its `[`.
    private mutating func parseSet() throws(PatternError) -> UnitSet {
        var set = UnitSet(ranges: [], isNegated: accept("^"))
        while let next = rest.popFirst() {
            if next == "]", !set.ranges.isEmpty { return set }
            if next == "]" { break }
            var lower = next
            if next == "\\" {
                guard let letter = rest.popFirst() else { throw unexpected }
                if let named = UnitSet.named(letter) {
                    set.ranges += named.ranges
                    continue
                }
                lower = letter
            }
            var upper = lower
            if rest.first == "-", let end = rest.dropFirst().first, end != "]" {
                rest.removeFirst(2)
                upper = end
                if end == "\\" {
                    guard let letter = rest.popFirst() else { throw unexpected }
                    upper = letter
                }
            }
            try add(lower, upper, to: &set)
        }
        throw unexpected
    }

    private func add(
        _ lower: Unicode.Scalar, _ upper: Unicode.Scalar, to set: inout UnitSet
    ) throws(PatternError) {
        guard lower <= upper, let lower = UInt16(exactly: lower.value),
            let upper = UInt16(exactly: upper.value)
        else {
            throw PatternError(
                message: "Illegal regular expression, unexpected range \(lower)-\(upper)")
        }
        set.ranges.append(lower...upper)
    }
}

// MARK: - Nodes

extension PatternParser {
    /// Appends a scalar: a code unit, or a pair of surrogates.
    private mutating func append(_ scalar: Unicode.Scalar) throws(PatternError) -> Int {
        var units: [Int] = []
        for unit in String(scalar).utf16 {
            units.append(try append(UnitSet(ranges: [unit...unit])))
        }
        if units.count == 1 { return units[0] }
        return try append(.sequence(units), isNullable: false, size: units.count)
    }

    private mutating func append(_ set: UnitSet) throws(PatternError) -> Int {
        var set = set
        set.ignoresCase = ignoresCase
        return try append(.units(set), isNullable: false, size: 1)
    }

    private mutating func append(
        _ content: Pattern.Node.Content, isNullable: Bool, size: Int
    ) throws(PatternError) -> Int {
        guard size <= Pattern.maximumSize, nodes.count < 2 * Pattern.maximumSize else {
            throw PatternError(
                message: "Illegal regular expression, longer than "
                    + "\(Pattern.maximumSize) steps")
        }
        nodes.append(Pattern.Node(content: content, isNullable: isNullable))
        sizes.append(size)
        return nodes.count - 1
    }

    private func size(of parts: [Int]) -> Int {
        parts.reduce(0) { $0 + sizes[$1] }
    }
}
