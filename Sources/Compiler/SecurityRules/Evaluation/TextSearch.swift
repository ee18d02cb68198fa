/// A search for a text in others that takes linear time (Knuth, Morris and Pratt).
struct TextSearch {
    private let pattern: [UInt8]
    /// The length of the longest proper prefix of each prefix that is also its suffix.
    private let borders: [Int]

    init(_ pattern: String) {
        let pattern = Array(pattern.utf8)
        var borders = Array(repeating: 0, count: pattern.count)
        var length = 0
        for index in pattern.indices.dropFirst() {
            while length > 0, pattern[index] != pattern[length] { length = borders[length - 1] }
            if pattern[index] == pattern[length] { length += 1 }
            borders[index] = length
        }
        self.pattern = pattern
        self.borders = borders
    }

    /// Whether a text contains the pattern.
    func occurs(in text: String) -> Bool {
        var occurs = pattern.isEmpty
        forEachEnd(in: Array(text.utf8)) { _ in
            occurs = true
            return false
        }
        return occurs
    }

    /// Returns the text with all occurrences replaced, from the left; `nil` if it gets too long.
    /// Without a pattern, the text stays.
    func replacing(in text: String, with new: String, maximumLength: Int) -> String? {
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        var copied = 0
        forEachEnd(in: bytes) { end in
            result += bytes[copied..<end - pattern.count]
            result += new.utf8
            copied = end
            return result.count <= maximumLength
        }
        guard result.count + bytes.count - copied <= maximumLength else { return nil }
        return String(decoding: result + bytes[copied...], as: UTF8.self)
    }

    /// Calls a function with the end of each occurrence, none of which overlap, until it returns
    /// `false`.
    private func forEachEnd(in bytes: [UInt8], _ body: (Int) -> Bool) {
        guard !pattern.isEmpty else { return }
        var length = 0
        for index in bytes.indices {
            while length > 0, bytes[index] != pattern[length] { length = borders[length - 1] }
            if bytes[index] == pattern[length] { length += 1 }
            if length == pattern.count {
                guard body(index + 1) else { return }
                length = 0
            }
        }
    }
}
