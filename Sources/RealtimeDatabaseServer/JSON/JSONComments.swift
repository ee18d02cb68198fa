/// The removal of comments from JSON, as in rules.
enum JSONComments {
    /// Returns the text with spaces in place of comments, so that positions stay the same.
    static func removed(from text: [UInt8]) -> [UInt8] {
        var result = text
        var rest = text[...]
        while let start = startOfComment(in: rest) {
            let isBlock = text[start + 1] == UInt8(ascii: "*")
            let comment = text[(start + 2)...]
            let end =
                isBlock
                ? comment.indices.first { text[$0...].starts(with: "*/".utf8) }.map { $0 + 2 }
                : comment.firstIndex(of: 0x0A)
            for index in start..<(end ?? text.endIndex) where text[index] != 0x0A {
                result[index] = 0x20
            }
            rest = text[(end ?? text.endIndex)...]
        }
        return result
    }

    /// Returns the start of the next comment outside of strings.
    private static func startOfComment(in text: ArraySlice<UInt8>) -> Int? {
        var isInString = false
        var index = text.startIndex
        while index < text.endIndex {
            switch text[index] {
            case UInt8(ascii: "\\") where isInString: index += 1
            case UInt8(ascii: "\""): isInString.toggle()
            case UInt8(ascii: "/") where !isInString:
                let next = text[index...].dropFirst().first
                if next == UInt8(ascii: "/") || next == UInt8(ascii: "*") { return index }
            default: break
            }
            index += 1
        }
        return nil
    }
}
