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

// MARK: - Trees

/// Reads a tree from JSON, leaf by leaf.
///
/// The tree's semantics apply: null and empty containers are nothing, an array is the children with
/// the keys 0, 1, and so on, `.priority` is left out and `.value` is the value itself. Repeated
/// keys, and keys and values that ``TreeLimits`` don't allow, are errors with their place, line and
/// column.
package struct JSONTreeReader<Sink: TreeSink> {
    private var sink: Sink
    private var place: TreePlace

    /// Reads a whole text.
    ///
    /// - Parameter place: the tree's place in the database, which counts towards its depth.
    package static func read(
        _ stream: inout JSONStream, at place: TreePlace = .root, into sink: Sink
    ) throws -> Sink {
        var reader = JSONTreeReader(sink: sink, place: place)
        try reader.readValue(&stream)
        try stream.end()
        return reader.sink
    }

    private mutating func readValue(_ stream: inout JSONStream) throws {
        switch try stream.nextKind() {
        case .object: try readObject(&stream)
        case .array: try readArray(&stream)
        case .scalar:
            guard let scalar = try stream.scalar() else { return }
            try check(stream) { () throws(TreeDatabaseError) in
                try TreeLimits.check(scalar, at: place)
            }
            try sink.put(scalar)
        }
    }

    private mutating func readObject(_ stream: inout JSONStream) throws {
        var hasValue = false
        var last: TreeKey?
        try stream.members { key, stream in
            if key == ".priority" {
                _ = try stream.scalar()
                return
            }
            if hasValue || key == ".value" && last != nil {
                throw stream.tokenError(
                    .invalidJSON, in: place,
                    "\".value\" is the whole value; beside it there can be \".priority\" only")
            }
            if key == ".value" {
                hasValue = true
                try readValue(&stream)
            } else {
                try readChild(TreeKey(key), after: &last, &stream)
            }
        }
    }

    private mutating func readArray(_ stream: inout JSONStream) throws {
        var last: TreeKey?
        var index = 0
        try stream.elements { stream in
            try readChild(TreeKey("\(index)"), after: &last, &stream)
            index += 1
        }
    }

    /// - Parameter last: the greatest of the keys before this one.
    private mutating func readChild(
        _ key: TreeKey, after last: inout TreeKey?, _ stream: inout JSONStream
    ) throws {
        let parent = place
        place.keys.append(key)
        defer { place.keys.removeLast() }
        try check(stream) { [place] () throws(TreeDatabaseError) in
            try TreeLimits.check(key, in: parent)
            try TreeLimits.checkDepth(of: place)
        }
        let isLast = last.map { $0 < key } ?? true
        if isLast { last = key }
        guard try sink.enter(key, isLast: isLast) else {
            throw stream.tokenError(
                .invalidJSON, in: parent,
                "the key \(key.text.debugDescription) is there twice in one object")
        }
        try readValue(&stream)
        try sink.leave()
    }

    /// Adds the line and the column to an error.
    private func check(
        _ stream: JSONStream, _ body: () throws(TreeDatabaseError) -> Void
    ) throws(TreeDatabaseError) {
        do {
            try body()
        } catch {
            throw stream.tokenError(error.kind, in: error.place ?? place, error.message)
        }
    }
}

/// A receiver of a tree, leaf by leaf, in any order.
package protocol TreeSink {
    /// Goes to a child of the current place. Returns `false` if the key has been entered before.
    ///
    /// - Parameter isLast: whether the key is greater than all others entered at this place.
    mutating func enter(_ key: TreeKey, isLast: Bool) throws -> Bool

    /// Goes back to the parent.
    mutating func leave() throws

    /// Sets the current place to a bool, a number or a string.
    mutating func put(_ scalar: TreeValue) throws
}

/// A sink that builds a value.
struct TreeBuilder: TreeSink {
    private struct Level {
        let key: TreeKey
        var scalar: TreeValue?
        var children: [(key: TreeKey, value: TreeValue)] = []
        /// The children's keys, once they are out of order.
        var keys: Set<TreeKey>?
    }

    /// The current place and its ancestors.
    private var levels = [Level(key: "")]

    private var current: Int { levels.count - 1 }

    mutating func enter(_ key: TreeKey, isLast: Bool) -> Bool {
        if !isLast {
            if levels[current].keys == nil {
                levels[current].keys = Set(levels[current].children.map(\.key))
            }
            if levels[current].keys?.contains(key) == true { return false }
        }
        levels.append(Level(key: key))
        return true
    }

    mutating func leave() {
        let key = levels[current].key
        let value = value
        levels.removeLast()
        guard let value else { return }
        levels[current].children.append((key, value))
        levels[current].keys?.insert(key)
    }

    mutating func put(_ scalar: TreeValue) {
        levels[current].scalar = scalar
    }

    /// The value at the current place.
    var value: TreeValue? {
        let level = levels[current]
        if let scalar = level.scalar { return scalar }
        let children = level.children
        return TreeValue(
            TreeChildren(sorted: level.keys == nil ? children : children.sorted { $0.key < $1.key })
        )
    }
}
