import TestSupport

/// A regular expression of rules that is matched by the set of all positions where a match can end.
indirect enum NaivePattern: Sendable, CustomStringConvertible {
    case character(String, @Sendable (Character) -> Bool)
    case sequence(NaivePattern, NaivePattern)
    case either(NaivePattern, NaivePattern)
    case repeated(NaivePattern, String, ClosedRange<Int>)

    static func random(_ depth: Int, _ random: inout SplitMix64) -> NaivePattern {
        let atom: NaivePattern =
            depth == 0 || random.chance(33)
            ? random.pick(characters) : .random(depth - 1, &random)
        let (quantifier, counts) = random.pick(quantifiers)
        let repeated = NaivePattern.repeated(atom, quantifier, counts)
        switch Int.random(in: 0..<4, using: &random) {
        case 0 where depth > 0: return .either(repeated, .random(depth - 1, &random))
        case 1 where depth > 0: return .sequence(repeated, .random(depth - 1, &random))
        default: return repeated
        }
    }

    /// Returns where matches that begin at some positions end.
    func ends(from starts: Set<Int>, in text: [Character]) -> Set<Int> {
        switch self {
        case .character(_, let matches):
            return Set(starts.filter { $0 < text.count && matches(text[$0]) }.map { $0 + 1 })
        case .sequence(let first, let second):
            return second.ends(from: first.ends(from: starts, in: text), in: text)
        case .either(let one, let other):
            return one.ends(from: starts, in: text).union(other.ends(from: starts, in: text))
        case .repeated(let pattern, _, let counts):
            var (current, ends) = (starts, counts.contains(0) ? starts : [])
            for count in 1...counts.upperBound {
                current = pattern.ends(from: current, in: text)
                if counts.contains(count) { ends.formUnion(current) }
            }
            return ends
        }
    }

    var description: String {
        switch self {
        case .character(let text, _): text
        case .sequence(let first, let second): "(\(first))(\(second))"
        case .either(let one, let other): "(\(one)|\(other))"
        case .repeated(let pattern, let quantifier, _): "(\(pattern))\(quantifier)"
        }
    }

    private static let characters: [NaivePattern] = [
        .character("a") { $0 == "a" }, .character("b") { $0 == "b" }, .character(".") { _ in true },
        .character("[ab]") { "ab".contains($0) }, .character("[^a]") { $0 != "a" },
        .character("\\d") { $0.isNumber }, .character("\\w") { _ in true },
        .character("1") { $0 == "1" },
    ]

    /// As many repetitions as a text has characters, and those that match nothing, are enough for `*`.
    private static let quantifiers: [(String, ClosedRange<Int>)] = [
        ("", 1...1), ("", 1...1), ("*", 0...9), ("+", 1...9), ("?", 0...1), ("{2}", 2...2),
        ("{1,2}", 1...2), ("{1,}", 1...9), ("{0,3}", 0...3), ("{2,4}", 2...4), ("{3,}", 3...9),
    ]
}
