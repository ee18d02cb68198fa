/// Comments in rules files, which are no JSON.
package enum RulesComments {
    /// The text with spaces in place of its comments, so that everything else stays where it is.
    ///
    /// A comment without an end stays, for the JSON reader to complain of.
    package static func blanked(_ text: [UInt8]) -> [UInt8] {
        var blanked = text
        for comment in ranges(in: text) {
            for offset in comment where text[offset] != UInt8(ascii: "\n") {
                blanked[offset] = UInt8(ascii: " ")
            }
        }
        return blanked
    }

    /// Where the comments are, without the line breaks after them.
    static func ranges(in text: [UInt8]) -> [Range<Int>] {
        guard text.contains(UInt8(ascii: "/")) else { return [] }
        var ranges: [Range<Int>] = []
        var position = 0
        while position < text.count {
            switch text[position] {
            case UInt8(ascii: "\""): position = endOfString(in: text, from: position)
            case UInt8(ascii: "/"):
                let end = endOfComment(in: text, from: position)
                if end > position { ranges.append(position..<end) }
                position = max(end, position + 1)
            default: position += 1
            }
        }
        return ranges
    }

    private static func endOfString(in text: [UInt8], from start: Int) -> Int {
        var position = start + 1
        while position < text.count {
            switch text[position] {
            case UInt8(ascii: "\""), UInt8(ascii: "\n"): return position + 1
            case UInt8(ascii: "\\"): position += 2
            default: position += 1
            }
        }
        return position
    }

    /// Where a comment ends; `start` if none begins there, or if it has no end.
    private static func endOfComment(in text: [UInt8], from start: Int) -> Int {
        guard start + 1 < text.count else { return start }
        switch text[start + 1] {
        case UInt8(ascii: "/"):
            return text[start...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? text.count
        case UInt8(ascii: "*"):
            var position = start + 2
            while position + 1 < text.count {
                if text[position] == UInt8(ascii: "*"), text[position + 1] == UInt8(ascii: "/") {
                    return position + 2
                }
                position += 1
            }
            return start
        default: return start
        }
    }
}
