/// The bytes of a text that comes in chunks, one after the other, and where they are.
struct JSONBytes {
    private let nextChunk: () throws -> [UInt8]
    private(set) var chunk: [UInt8] = []
    /// Where in the chunk the next byte is.
    var position = 0

    private var line = 1
    /// How many bytes come before the current chunk.
    private var chunkOffset = 0
    private var lineOffset = 0

    init(nextChunk: @escaping () throws -> [UInt8]) {
        self.nextChunk = nextChunk
    }

    /// The next byte, which stays the next; `nil` at the end.
    @inline(__always)
    mutating func first() throws -> UInt8? {
        if position < chunk.count { return chunk[position] }
        return try firstOfNextChunk()
    }

    private mutating func firstOfNextChunk() throws -> UInt8? {
        let isFirst = chunkOffset == 0 && chunk.isEmpty
        chunkOffset += chunk.count
        position = 0
        chunk = try nextChunk()
        if isFirst { try skipByteOrderMark() }
        return position < chunk.count ? chunk[position] : nil
    }

    @inline(__always)
    mutating func advance() {
        position += 1
    }

    /// The next byte that is no white space.
    mutating func firstAfterSpace() throws -> UInt8? {
        while let byte = try first() {
            switch byte {
            case UInt8(ascii: "\n"):
                line += 1
                lineOffset = chunkOffset + position + 1
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): break
            default: return byte
            }
            advance()
        }
        return nil
    }

    /// UTF-8's byte-order mark, which some editors put first. It may be in several chunks.
    private mutating func skipByteOrderMark() throws {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        while chunk.count < mark.count, mark.starts(with: chunk), !chunk.isEmpty {
            let more = try nextChunk()
            if more.isEmpty { return }
            chunk += more
        }
        if chunk.starts(with: mark) { position = mark.count }
        lineOffset = position
    }

}

extension JSONBytes {
    /// Where a byte is.
    struct Location {
        fileprivate let line: Int
        fileprivate let column: Int

        func error(_ message: String) -> ImportError {
            ImportError(message, line: line, column: column)
        }
    }

    /// Where the next byte is.
    var location: Location {
        Location(line: line, column: chunkOffset + position - lineOffset + 1)
    }

    /// An error at the next byte.
    func error(_ message: String) -> ImportError {
        location.error(message)
    }
}
