import TypedDatabase

/// Makes keys that sort in the order in which they are made: a time in milliseconds, then 72 random bits.
struct PushKeys {
    private static let digits = Array(
        "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz".unicodeScalars)

    private var time: Int64 = 0
    private var random: [Int] = []

    /// - Parameter now: milliseconds since 1970.
    mutating func next(at now: Int64) -> TreeKey {
        if now > time {
            time = now
            random = (0..<12).map { _ in Int.random(in: 0..<64) }
        } else if let index = random.lastIndex(where: { $0 < 63 }) {
            random[index] += 1
            for lower in random.indices[(index + 1)...] { random[lower] = 0 }
        } else {
            return next(at: time + 1)
        }
        let timeDigits = (0..<8).reversed().map { Int((time >> (6 * Int64($0))) & 63) }
        var text = String.UnicodeScalarView()
        for digit in timeDigits + random { text.append(Self.digits[digit]) }
        return TreeKey(String(text))
    }
}
