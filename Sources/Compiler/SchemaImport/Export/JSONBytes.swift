/// The bytes of a text that arrives in chunks, with the current location.
struct JSONBytes {
    private let nextChunk: () throws -> [UInt8]
    private(set) var chunk: [UInt8] = []
    /// The index of the next byte in the chunk.
    var position = 0

    private var line = 1
    /// The number of bytes before the current chunk.
    private var chunkOffset = 0
    private var lineOffset = 0

    init(nextChunk: @escaping () throws -> [UInt8]) {
        self.nextChunk = nextChunk
    }

    /// Returns the next byte without consuming it; `nil` at the end.
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

    /// Skips white space and returns the next byte without consuming it.
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

    /// Skips UTF-8's byte-order mark, which some editors insert, and which may span chunks.
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
    /// The location of a byte.
    struct Location {
        fileprivate let line: Int
        fileprivate let column: Int

        func error(_ message: String) -> ImportError {
            ImportError(message, line: line, column: column)
        }
    }

    /// The location of the next byte.
    var location: Location {
        Location(line: line, column: chunkOffset + position - lineOffset + 1)
    }

    /// Returns an error at the next byte.
    func error(_ message: String) -> ImportError {
        location.error(message)
    }
}
