/// A regular expression of rules, if it lists texts or digits.
///
/// `/^(new|paid)$/` lists two texts, and `/^[0-9]+$/` matches digits. Other patterns are opaque.
package struct RulesPattern {
    /// The alternatives, each a sequence of atoms.
    private var alternatives: [[Atom]] = []

    /// A set of characters, with a repetition.
    private struct Atom {
        var characters: [Character]
        /// Whether the characters are a range, such as `0-9`, or all digits.
        var isRange = false
        var minimum = 1
        var maximum = 1
    }

    private var rest: Substring

    /// - Returns: `nil` for other patterns, and for those that match only a part of a text.
    package init?(_ pattern: String, flags: String) {
        guard flags.isEmpty, pattern.count < 500, pattern.hasPrefix("^"), pattern.hasSuffix("$")
        else { return nil }
        rest = pattern.dropFirst().dropLast()
        guard let alternatives = takeAlternatives(depth: 0), rest.isEmpty else { return nil }
        self.alternatives = alternatives
    }

    /// The texts that the pattern lists; `nil` if it matches other texts.
    package var texts: [String]? {
        var texts: [String] = []
        for atoms in alternatives {
            var beginnings = [""]
            for atom in atoms {
                guard !atom.isRange, atom.minimum == 1, atom.maximum == 1 else { return nil }
                beginnings = beginnings.flatMap { text in
                    atom.characters.map { text + String($0) }
                }
                guard beginnings.count <= Self.maximumTexts else { return nil }
            }
            texts += beginnings.filter { !texts.contains($0) }
        }
        return texts.count > 1 && texts.count <= Self.maximumTexts ? texts : nil
    }

    /// The maximum number of listed texts, more than people list.
    private static let maximumTexts = 50

    /// Whether the pattern matches only digits, with or without a sign.
    package var isDigits: Bool {
        alternatives.allSatisfy { atoms in
            let digits = atoms.first?.characters == ["-"] ? atoms.dropFirst() : atoms[...]
            return !digits.isEmpty && digits.allSatisfy { $0.characters.allSatisfy(Self.isDigit) }
        }
    }

    /// Whether keys of this form are integers as Swift prints them.
    ///
    /// Digits of a fixed length are a code, which may have leading zeros, unless the name is a
    /// time's.
    package func isInteger(named name: String) -> Bool {
        guard isDigits else { return false }
        let isTime = Self.times.contains { name.lowercased().hasSuffix($0) }
        return alternatives.allSatisfy { atoms in
            let digits = atoms.filter { $0.characters != ["-"] }
            let minimum = digits.reduce(0) { $0 + $1.minimum }
            let maximum = digits.reduce(0) { $0 + $1.maximum }
            if maximum == 1 || minimum <= 1 && maximum > minimum { return true }
            let canHaveZero = digits.first?.characters.contains("0") == true
            if minimum == maximum { return isTime && (!canHaveZero || minimum == 4 || minimum > 9) }
            return !canHaveZero
        }
    }

    private static let times = ["year", "time", "timestamp", "millis", "seconds", "ts"]

    private static func isDigit(_ character: Character) -> Bool { "0"..."9" ~= character }
}

// MARK: - Reading

extension RulesPattern {
    /// Parses `a|b` to sequences of atoms.
    private mutating func takeAlternatives(depth: Int) -> [[Atom]]? {
        guard depth < 5 else { return nil }
        var all: [[Atom]] = []
        repeat {
            guard let rows = takeRow(depth: depth) else { return nil }
            all += rows
        } while take("|") && all.count <= Self.maximumTexts
        return all.count <= Self.maximumTexts ? all : nil
    }

    private mutating func takeRow(depth: Int) -> [[Atom]]? {
        var rows: [[Atom]] = [[]]
        while let next = rest.first, next != "|", next != ")" {
            if take("(") {
                guard let inner = takeAlternatives(depth: depth + 1), take(")"),
                    rest.first.map({ !"*+?{".contains($0) }) ?? true
                else { return nil }
                rows = rows.flatMap { row in inner.map { row + $0 } }
            } else {
                guard let atom = takeAtom(), let quantified = quantify(atom) else { return nil }
                rows = rows.flatMap { row in quantified.map { row + $0 } }
            }
            guard rows.count <= Self.maximumTexts else { return nil }
        }
        return rows
    }

    private mutating func takeAtom() -> Atom? {
        guard let character = rest.popFirst() else { return nil }
        switch character {
        case "[": return takeClass()
        case "\\":
            guard let escaped = rest.popFirst() else { return nil }
            if escaped == "d" { return Atom(characters: Self.digits, isRange: true) }
            return escaped.isLetter || escaped.isNumber ? nil : Atom(characters: [escaped])
        case ".", "*", "+", "?", "{", "}", "^", "$", "]": return nil
        default: return Atom(characters: [character])
        }
    }

    private static let digits = Array("0123456789")

    private mutating func takeClass() -> Atom? {
        var atom = Atom(characters: [])
        while let character = rest.popFirst(), character != "]" {
            if character == "\\" {
                guard let escaped = rest.popFirst() else { return nil }
                if escaped == "d" {
                    atom.characters += Self.digits
                    atom.isRange = true
                } else {
                    atom.characters.append(escaped)
                }
            } else if character == "^", atom.characters.isEmpty {
                return nil
            } else if rest.first == "-", let end = rest.dropFirst().first, end != "]" {
                rest = rest.dropFirst(2)
                guard let range = Self.range(character, end) else { return nil }
                atom.characters += range
                atom.isRange = true
            } else {
                atom.characters.append(character)
            }
        }
        return atom.characters.isEmpty ? nil : atom
    }

    private static func range(_ first: Character, _ last: Character) -> [Character]? {
        guard let lower = first.asciiValue, let upper = last.asciiValue, lower <= upper else {
            return nil
        }
        return (lower...upper).map { Character(Unicode.Scalar($0)) }
    }

    /// The upper bound of an unlimited repetition, beyond the length of any key.
    private static let unlimited = 1_000

    /// Parses the repetition of an atom. Returns the resulting sequences.
    private mutating func quantify(_ atom: Atom) -> [[Atom]]? {
        var atom = atom
        if take("?") { return [[], [atom]] }
        if take("+") {
            atom.maximum = Self.unlimited
        } else if take("*") {
            (atom.minimum, atom.maximum) = (0, Self.unlimited)
        } else if take("{") {
            guard let end = rest.firstIndex(of: "}") else { return nil }
            let bounds = rest[..<end].split(separator: ",", omittingEmptySubsequences: false)
            rest = rest[end...].dropFirst()
            guard bounds.count <= 2, let minimum = bounds.first.flatMap({ Int($0) }),
                let last = bounds.last, 0..<Self.unlimited ~= minimum
            else { return nil }
            atom.minimum = minimum
            atom.maximum = min(Int(last) ?? Self.unlimited, Self.unlimited)
        }
        return [[atom]]
    }

    private mutating func take(_ character: Character) -> Bool {
        guard rest.first == character else { return false }
        rest.removeFirst()
        return true
    }
}
