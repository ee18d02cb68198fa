import TypedDatabase

/// A position in a text: line and column, both from 1.
struct TextPosition: Hashable, CustomStringConvertible {
    let line: Int
    let column: Int

    init(of offset: Int, in text: [UInt8]) {
        let before = text.prefix(offset)
        line = before.count { $0 == 0x0A } + 1
        column = before.count - (before.lastIndex(of: 0x0A) ?? -1)
    }

    var description: String { "\(line):\(column)" }
}
