import TypedDatabase

extension TreeKey {
    /// Keys that are hard to sort: numbers of all kinds, and texts of all lengths of UTF-8.
    static func hard(_ random: inout some RandomNumberGenerator) -> TreeKey {
        if Bool.random(using: &random) {
            let numbers: [Int64] = [0, 1, -1, 7, 10, 255, 256, 65536, 2_147_483_647, 2_147_483_648]
            let number =
                Bool.random(using: &random)
                ? numbers.randomElement(using: &random) ?? 0
                : Int64(Int32.random(in: .min ... .max, using: &random))
            let zeros = String(
                repeating: "0", count: [0, 0, 0, 1, 2, 9].randomElement(using: &random) ?? 0)
            let sign = Bool.random(using: &random) ? "-" : ""
            return TreeKey(sign + zeros + String(number.magnitude))
        }
        let characters: [Character] = [
            "0", "1", "9", "-", "+", "a", "b", "z", "A", "_", " ", "~", "é", "e\u{301}",
            "\u{7FF}", "\u{800}", "\u{D7FF}", "\u{E000}", "\u{EFFF}", "\u{F000}", "\u{FFFD}",
            "\u{FFFF}", "\u{10000}", "😀", "\u{10FFFF}",
        ]
        let count = Int.random(in: 1...4, using: &random)
        return TreeKey(
            String((0..<count).map { _ in characters.randomElement(using: &random) ?? "a" }))
    }
}

extension TreeValue {
    /// A value of at most so many levels.
    static func random(
        depth: Int, _ random: inout some RandomNumberGenerator
    ) -> TreeValue? {
        let scalars: [TreeValue] = [
            true, false, 0, 1, -1, .integer(.max), .integer(.min), 0.5, .double(1e300),
            .double(-.leastNonzeroMagnitude), "", "text", "a\0b", "é", "e\u{301}", "\u{FFFF}😀",
        ]
        if depth == 0 || Int.random(in: 0..<3, using: &random) == 0 {
            return scalars.randomElement(using: &random)
        }
        let children = (0..<Int.random(in: 0...4, using: &random)).compactMap { _ in
            TreeValue.random(depth: depth - 1, &random).map { (TreeKey.few(&random), $0) }
        }
        return TreeValue(TreeChildren(children))
    }
}

extension TreeKey {
    /// One of a few keys, so that random places meet.
    static func few(_ random: inout some RandomNumberGenerator) -> TreeKey {
        ["a", "b", "ab", "0", "00", "-0", "7", "é", "\u{E000}", "😀"].randomElement(using: &random)
            ?? "a"
    }
}
