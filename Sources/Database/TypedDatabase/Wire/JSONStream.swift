/// A parser of JSON that arrives in chunks, in memory bounded by the longest string.
///
/// A ``JSONReader`` reads the keys and the scalars. Invalid JSON throws a ``TreeDatabaseError``
/// with the line and the column.
package struct JSONStream: JSONParser {
    package typealias Failure = any Error

    /// The name of the text, for errors.
    private let name: String
    private let nextChunk: () throws -> [UInt8]

    private var buffer: [UInt8] = []
    private var position = 0
    /// The number of bytes before the buffer.
    private var bufferOffset = 0

    private var line = 1
    /// The number of bytes before the line.
    private var lineOffset = 0
    /// The position at which the latest key or scalar begins.
    private var token = Location(line: 1, column: 1)
    package var depth = 0

    /// A line and a column, counted from 1.
    package struct Location {
        let line: Int
        let column: Int
    }

    /// The length of the longest token: a string of the maximum length, with an escape for each
    /// byte.
    private static let maximumTokenCount = 6 * TreeLimits.stringUTF8Count + 2

    /// - Parameter nextChunk: returns the next bytes of the text; none at its end.
    package init(name: String, nextChunk: @escaping () throws -> [UInt8]) throws {
        self.name = name
        self.nextChunk = nextChunk
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        while buffer.count < mark.count, try fill() {}
        if buffer.starts(with: mark) {
            position = mark.count
            lineOffset = mark.count
        }
    }

    /// Reads more bytes into the buffer. Returns `false` at the end.
    private mutating func fill() throws -> Bool {
        bufferOffset += position
        buffer.removeSubrange(..<position)
        position = 0
        let chunk = try nextChunk()
        buffer += chunk
        return !chunk.isEmpty
    }

    /// Returns the next byte that isn't white space; 0, which JSON never has, at the end.
    package mutating func peek() throws -> UInt8 {
        repeat {
            while position < buffer.count {
                let byte = buffer[position]
                switch byte {
                case UInt8(ascii: "\n"):
                    line += 1
                    lineOffset = bufferOffset + position + 1
                case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): break
                default: return byte
                }
                position += 1
            }
        } while try fill()
        return 0
    }

    package mutating func skip() {
        position += 1
    }
}

// MARK: - Values

extension JSONStream {
    /// Reads the next value, which must be no object and no array; `nil` for null.
    package mutating func scalar() throws -> TreeValue? {
        if try nextKind() != .scalar { throw error("expected a string, a number, a bool or null") }
        return try readToken { reader throws(JSONError) in try reader.value() }
    }

    package mutating func key() throws -> String {
        guard try peek() == UInt8(ascii: "\"") else { throw error("expected a key") }
        return try readToken { reader throws(JSONError) in try reader.string() }
    }

    /// Throws if the value isn't the end of the text.
    package mutating func end() throws {
        if try peek() != 0 || position < buffer.count { throw error("more after the value") }
    }
}

// MARK: - Tokens

extension JSONStream {
    private mutating func readToken<Result>(
        _ body: (inout JSONReader) throws(JSONError) -> Result
    ) throws -> Result {
        _ = try peek()
        token = location
        let count = try tokenCount()
        if count == 0, position < buffer.count { throw error("expected a value") }
        do {
            let result = try buffer.withUnsafeBufferPointer { bytes throws(JSONError) in
                try JSONReader.read(
                    UnsafeBufferPointer(rebasing: bytes[position..<position + count]),
                    replacesLoneSurrogates: false, body)
            }
            position += count
            return result
        } catch {
            position += error.offset
            throw self.error(error.reason)
        }
    }

    /// Returns the number of bytes in the next token, all of which are in the buffer then.
    private mutating func tokenCount() throws -> Int {
        let isString = position < buffer.count && buffer[position] == UInt8(ascii: "\"")
        var count = isString ? 1 : 0
        var isEscaped = false
        while true {
            let isComplete = buffer.withUnsafeBufferPointer { bytes in
                let end = bytes.count - position
                while count < end {
                    let byte = bytes[position + count]
                    if !isString, Self.endsToken(byte) { return true }
                    count += 1
                    if isEscaped {
                        isEscaped = false
                    } else if isString {
                        if byte == UInt8(ascii: "\"") { return true }
                        isEscaped = byte == UInt8(ascii: "\\")
                    }
                }
                return false
            }
            if count > Self.maximumTokenCount { throw error("a string that is too long") }
            if isComplete { return count }
            // At the end, the token's reader reports the missing part.
            if try !fill() { return count }
        }
    }

    /// Whether a byte ends a number, a bool or null.
    private static func endsToken(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ":"),
            UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"):
            true
        default: false
        }
    }
}

// MARK: - Errors

extension JSONStream {
    private var location: Location {
        Location(line: line, column: bufferOffset + position - lineOffset + 1)
    }

    /// Returns an error at the next byte.
    package func error(_ reason: String) -> any Error {
        error(.invalidJSON, "not JSON: \(reason)", at: location)
    }

    /// Returns an error at the latest key or scalar.
    package func tokenError(
        _ kind: TreeDatabaseError.Kind, in place: TreePlace, _ message: String
    ) -> TreeDatabaseError {
        var error = error(kind, message, at: token)
        error.place = place
        return error
    }

    private func error(
        _ kind: TreeDatabaseError.Kind, _ message: String, at location: Location
    ) -> TreeDatabaseError {
        TreeDatabaseError(kind, "\(name):\(location.line):\(location.column): \(message)")
    }
}
