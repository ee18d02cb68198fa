/// A parser of a WebChannel's answers: bytes in, cut anywhere, and chunks of JSON out.
///
/// A chunk is a decimal count, a line feed, and that many UTF-16 code units of JSON.
struct WebChannelChunks {
    /// The reason why bytes can't be read as chunks.
    enum Failure: Error, Hashable {
        case malformed(String)
        case tooLong
    }

    /// The maximum number of UTF-16 code units in a chunk.
    let maximumCount: Int

    private enum Part {
        /// The count, with the digits so far.
        case count(digitCount: Int)
        /// The text, with the number of code units that are still missing.
        case text(missing: Int)
    }

    private var part = Part.count(digitCount: 0)
    private var count = 0
    private var text: [UInt8] = []

    init(maximumCount: Int) {
        self.maximumCount = maximumCount
    }

    /// Whether the bytes so far end with a whole chunk.
    var isComplete: Bool {
        if case .count(digitCount: 0) = part { true } else { false }
    }

    /// Parses the next bytes. Returns the chunks that they complete.
    mutating func read(_ bytes: [UInt8]) throws(Failure) -> [[UInt8]] {
        var chunks: [[UInt8]] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            switch part {
            case .count(let digitCount):
                try readCount(rest.removeFirst(), after: digitCount)
            case .text(let missing):
                if let chunk = try readText(&rest, missing: missing) { chunks.append(chunk) }
            }
        }
        return chunks
    }

    private mutating func readCount(_ byte: UInt8, after digitCount: Int) throws(Failure) {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"):
            count = 10 * count + Int(byte - UInt8(ascii: "0"))
            guard count <= maximumCount else { throw .tooLong }
            guard digitCount < 20 else { throw .malformed("a count of more than 20 digits") }
            part = .count(digitCount: digitCount + 1)
        case UInt8(ascii: "\n") where digitCount > 0:
            guard count > 0 else { throw .malformed("an empty chunk") }
            part = .text(missing: count)
            count = 0
        default: throw .malformed("byte \(byte) instead of the count of a chunk")
        }
    }

    private mutating func readText(
        _ rest: inout ArraySlice<UInt8>, missing: Int
    ) throws(Failure) -> [UInt8]? {
        // A code unit has at least one byte.
        let block = rest.prefix(missing)
        rest.removeFirst(block.count)
        text.append(contentsOf: block)
        let missing = missing - Self.codeUnitCount(block)
        part = .text(missing: missing)
        if missing > 0 { return nil }
        // JSON's last character is in ASCII: the count is wrong if it ends within another.
        guard missing == 0, block.last.map({ $0 < 0x80 }) == true else {
            throw .malformed("a chunk that ends within a character")
        }
        part = .count(digitCount: 0)
        defer { text = [] }
        return text
    }

    /// Counts the UTF-16 code units that begin in some bytes of UTF-8.
    private static func codeUnitCount(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.withUnsafeBufferPointer { bytes in
            var count = 0
            for byte in bytes {
                if byte & 0xC0 != 0x80 { count &+= byte >= 0xF0 ? 2 : 1 }
            }
            return count
        }
    }
}
