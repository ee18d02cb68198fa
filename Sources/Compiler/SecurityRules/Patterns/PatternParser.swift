/// The reason why a pattern can't be used.
package struct PatternError: Error {
    package let message: String
}

/// Compiles a pattern into the steps of an automaton.
struct PatternParser {
    private var rest: ArraySlice<Unicode.Scalar>
    private var steps: [Pattern.Step] = []
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

    private func checkSize() throws(PatternError) {
        guard steps.count <= Pattern.maximumStepCount else {
            throw PatternError(
                message: "Illegal regular expression, longer than "
                    + "\(Pattern.maximumStepCount) steps")
        }
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

// MARK: - Repetitions

extension PatternParser {
    private mutating func parseRepetitions(from start: Int) throws(PatternError) {
        for _ in 0..<Self.maximumDepth {
            guard let next = rest.first else { return }
            switch next {
            case "*": try `repeat`(from: start, atLeast: 0, atMost: nil)
            case "+": try `repeat`(from: start, atLeast: 1, atMost: nil)
            case "?": try `repeat`(from: start, atLeast: 0, atMost: 1)
            case "{":
                rest.removeFirst()
                let minimum = try parseCount()
                var maximum: Int? = minimum
                if accept(",") { maximum = rest.first == "}" ? nil : try parseCount() }
                guard rest.first == "}", maximum.map({ $0 >= minimum }) ?? true else {
                    throw unexpected
                }
                try `repeat`(from: start, atLeast: minimum, atMost: maximum)
            default: return
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
        guard let count = Int(digits), count <= Pattern.maximumStepCount else { throw unexpected }
        return count
    }

    /// Writes out the repetitions of the latest atom.
    private mutating func `repeat`(
        from start: Int, atLeast minimum: Int, atMost maximum: Int?
    ) throws(PatternError) {
        let atom = Array(steps[start...])
        if atom.isEmpty { return }
        steps.removeSubrange(start...)
        for _ in 0..<minimum { try appendCopy(of: atom, from: start) }
        guard let maximum else {
            // fork to the end, the atom, jump back
            let fork = steps.count
            steps.append(.fork(0))
            try appendCopy(of: atom, from: start)
            steps.append(.jump(fork))
            steps[fork] = .fork(steps.count)
            return
        }
        var forks: [Int] = []
        for _ in minimum..<maximum {
            forks.append(steps.count)
            steps.append(.fork(0))
            try appendCopy(of: atom, from: start)
        }
        for fork in forks { steps[fork] = .fork(steps.count) }
    }

    /// Appends steps whose targets were made for another start.
    private mutating func appendCopy(
        of atom: [Pattern.Step], from start: Int
    ) throws(PatternError) {
        guard steps.count + atom.count <= Pattern.maximumStepCount else {
            steps += atom
            return try checkSize()
        }
        let distance = steps.count - start
        steps += atom.map { $0.moved(by: distance) }
    }

    /// Inserts a step, and moves the targets in those after it.
    private mutating func insert(_ step: Pattern.Step, at start: Int) throws(PatternError) {
        let moved = steps[start...].map { $0.moved(by: 1) }
        steps.replaceSubrange(start..., with: [step] + moved)
        try checkSize()
    }
}

extension Pattern.Step {
    func moved(by distance: Int) -> Pattern.Step {
        switch self {
        case .take, .match: self
        case .fork(let target): .fork(target + distance)
        case .jump(let target): .jump(target + distance)
        }
    }
}
