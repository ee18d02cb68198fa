/// Removes comments from rules files, since they aren't part of JSON.
package enum RulesComments {
    /// Returns the text with its comments replaced by spaces, so that all offsets are preserved.
    ///
    /// An unterminated comment is kept, for the JSON reader to report.
    package static func blanked(_ text: [UInt8]) -> [UInt8] {
        var blanked = text
        for comment in ranges(in: text) {
            for offset in comment where text[offset] != UInt8(ascii: "\n") {
                blanked[offset] = UInt8(ascii: " ")
            }
        }
        return blanked
    }

    /// Returns the text as JSON with all offsets preserved: comments, trailing commas, and line
    /// breaks and tabs in strings are replaced by spaces.
    package static func json(_ text: [UInt8]) -> [UInt8] {
        var json = blanked(text)
        var position = 0
        var comma: Int?
        // The last byte other than white space: only a comma after a value is a trailing comma.
        var last = UInt8(ascii: "{")
        while position < json.count {
            let byte = json[position]
            switch byte {
            case UInt8(ascii: "\""):
                let end = endOfString(in: json, from: position)
                if json[end - 1] != UInt8(ascii: "\n") {
                    for offset in position..<end where [0x0A, 0x0D, 0x09].contains(json[offset]) {
                        json[offset] = UInt8(ascii: " ")
                    }
                }
                position = end - 1
                comma = nil
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if let comma { json[comma] = UInt8(ascii: " ") }
                comma = nil
            case UInt8(ascii: ","): comma = "{[,:".utf8.contains(last) ? nil : position
            case 0x20, 0x09, 0x0A, 0x0D: break
            default: comma = nil
            }
            if ![0x20, 0x09, 0x0A, 0x0D].contains(byte) { last = byte }
            position += 1
        }
        return json
    }

    /// Returns the ranges of the comments, without the line breaks after them.
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

    /// Returns the offset after a string, which may contain line breaks. An unterminated string
    /// ends with its line.
    static func endOfString(in text: [UInt8], from start: Int) -> Int {
        var position = start + 1
        var firstBreak: Int?
        while position < text.count, text[position] != UInt8(ascii: "\"") {
            if text[position] == UInt8(ascii: "\\") { position += 1 }
            if position < text.count, text[position] == UInt8(ascii: "\n") {
                firstBreak = firstBreak ?? position
            }
            position += 1
        }
        let end = min(position + 1, text.count)
        guard let firstBreak, !canFollowString(from: end, in: text) else { return end }
        return firstBreak + 1
    }

    /// Whether the next text can follow a string. Otherwise the string's last quote is the first of
    /// another string, and the string is unterminated.
    private static func canFollowString(from offset: Int, in text: [UInt8]) -> Bool {
        guard let next = text[offset...].first(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) })
        else { return false }
        return ",}]/".utf8.contains(next)
    }

    /// Returns the end of a comment; `start` if no comment begins there, or if it is unterminated.
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
