/// The reason why a pattern can't be used.
package struct PatternError: Error {
    package let message: String
}

/// Compiles a pattern into the steps of an automaton.
struct PatternParser {
    var rest: ArraySlice<Unicode.Scalar>
    var steps: [Pattern.Step] = []
    private var depth = 0
    private let ignoresCase: Bool

    static let maximumDepth = 100

    static func parse(_ source: String, flags: String) throws(PatternError) -> Pattern {
        guard flags == "" || flags == "i" else {
            throw PatternError(message: "Unsupported regular expression flags '\(flags)'.")
        }
        var parser = PatternParser(
            rest: Array(source.unicodeScalars)[...], ignoresCase: flags == "i")
        let isAnchoredAtStart = parser.accept("^")
        let isAnchoredAtEnd = parser.acceptFinalDollar()
        try parser.parseAlternatives()
        if parser.rest.first != nil { throw parser.unexpected }
        parser.steps.append(.match)
        return Pattern(
            steps: parser.steps, isAnchoredAtStart: isAnchoredAtStart,
            isAnchoredAtEnd: isAnchoredAtEnd)
    }

    private init(rest: ArraySlice<Unicode.Scalar>, ignoresCase: Bool) {
        self.rest = rest
        self.ignoresCase = ignoresCase
    }

    mutating func accept(_ scalar: Unicode.Scalar) -> Bool {
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

    var unexpected: PatternError {
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
    /// Parses `a|b|c`, as forks over alternatives which jump to the end.
    private mutating func parseAlternatives() throws(PatternError) {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.maximumDepth else {
            throw PatternError(message: "Illegal regular expression, too many parentheses")
        }
        var jumps: [Int] = []
        var start = steps.count
        try parseSequence()
        while accept("|") {
            try insert(.fork(0), at: start)
            jumps.append(steps.count)
            steps.append(.jump(0))
            steps[start] = .fork(steps.count)
            start = steps.count
            try parseSequence()
        }
        for jump in jumps { steps[jump] = .jump(steps.count) }
    }

    private mutating func parseSequence() throws(PatternError) {
        let start = steps.count
        while let next = rest.first, next != "|", next != ")" {
            let start = steps.count
            try parseAtom()
            try parseRepetitions(from: start)
        }
        // An anchor alone is a pattern, and an empty alternative is not.
        let isWhole = depth == 1 && rest.isEmpty && start == 0
        if steps.count == start, !isWhole { throw unexpected }
    }

    private mutating func parseAtom() throws(PatternError) {
        guard let next = rest.first else { throw unexpected }
        switch next {
        case "(":
            rest.removeFirst()
            try parseAlternatives()
            guard accept(")") else { throw unexpected }
        case "[":
            rest.removeFirst()
            try append(try parseSet())
        case ".":
            rest.removeFirst()
            try append(.any)
        case "^", "$", "*", "+", "?", "{": throw unexpected
        case "\\":
            rest.removeFirst()
            try appendEscape()
        default:
            rest.removeFirst()
            try append(next)
        }
    }

    private mutating func appendEscape() throws(PatternError) {
        guard let letter = rest.popFirst() else { throw unexpected }
        if let set = UnitSet.named(letter) { try append(set) } else { try append(letter) }
    }

    private mutating func append(_ scalar: Unicode.Scalar) throws(PatternError) {
        for unit in String(scalar).utf16 { try append(UnitSet(ranges: [unit...unit])) }
    }

    private mutating func append(_ set: UnitSet) throws(PatternError) {
        var set = set
        set.ignoresCase = ignoresCase
        steps.append(.take(set))
        try checkSize()
    }

    func checkSize() throws(PatternError) {
        guard steps.count <= Pattern.maximumStepCount else {
            throw PatternError(
                message: "Illegal regular expression, longer than "
                    + "\(Pattern.maximumStepCount) steps")
        }
    }
}
