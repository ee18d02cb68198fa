/// A writer of values of the tree as JSON, as servers read it.
package struct JSONWriter {
    /// The bytes written so far.
    package private(set) var bytes: [UInt8] = []

    package init() {}

    /// Removes and returns the bytes written so far, so that a long text needn't be kept in memory.
    package mutating func take() -> [UInt8] {
        defer { bytes.removeAll() }
        return bytes
    }

    /// Returns the JSON of a value; `null` for `nil`.
    package static func bytes(_ value: TreeValue?) -> [UInt8] {
        var writer = JSONWriter()
        writer.write(value)
        return writer.bytes
    }

    /// Writes a value; `null` for `nil`.
    package mutating func write(_ value: TreeValue?) {
        switch value {
        case nil: write(raw: "null")
        case .bool(let value)?: write(raw: value ? "true" : "false")
        case .integer(let value)?: bytes.append(contentsOf: String(value).utf8)
        case .double(let value)?: bytes.append(contentsOf: "\(value)".utf8)
        case .string(let value)?: write(value)
        case .children(let children)?:
            writeObject(children, key: \.key.text) { child, writer in writer.write(child.value) }
        }
    }

    /// Writes an object, whose values are written by `body`.
    package mutating func writeObject<Member>(
        _ members: some Sequence<Member>, key: (Member) -> String,
        _ body: (Member, inout JSONWriter) -> Void
    ) {
        bytes.append(UInt8(ascii: "{"))
        var isFirst = true
        for member in members {
            if !isFirst { bytes.append(UInt8(ascii: ",")) }
            isFirst = false
            write(key(member))
            bytes.append(UInt8(ascii: ":"))
            body(member, &self)
        }
        bytes.append(UInt8(ascii: "}"))
    }

    /// Writes JSON as it is.
    package mutating func write(raw text: StaticString) {
        text.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    /// Writes a string. Only quotes, backslashes and control characters are escaped.
    package mutating func write(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        if text.utf8.contains(where: Self.needsEscape) {
            for byte in text.utf8 {
                if Self.needsEscape(byte) { writeEscape(byte) } else { bytes.append(byte) }
            }
        } else {
            bytes.append(contentsOf: text.utf8)
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private static func needsEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private mutating func writeEscape(_ byte: UInt8) {
        bytes.append(UInt8(ascii: "\\"))
        switch byte {
        case 0x0A: bytes.append(UInt8(ascii: "n"))
        case 0x0D: bytes.append(UInt8(ascii: "r"))
        case 0x09: bytes.append(UInt8(ascii: "t"))
        case 0x00..<0x20:
            let hexadecimal = String(byte, radix: 16)
            write(raw: hexadecimal.utf8.count == 1 ? "u000" : "u00")
            bytes.append(contentsOf: hexadecimal.utf8)
        default: bytes.append(byte)
        }
    }
}

// MARK: - Files

/// Writes a tree to a file as JSON, piece by piece.
package struct JSONFileWriter {
    private let file: OutputFile
    private var writer = JSONWriter()
    private var isFirstMember = false

    private static let chunkCount = 1 << 16

    /// Makes a writer for an empty file.
    package init(_ file: OutputFile) {
        self.file = file
    }

    package mutating func beginObject() {
        writer.write(raw: "{")
        isFirstMember = true
    }

    /// Writes a key, whose value comes next.
    package mutating func write(key: TreeKey) {
        if !isFirstMember { writer.write(raw: ",") }
        isFirstMember = false
        writer.write(key.text)
        writer.write(raw: ":")
    }

    package mutating func endObject() {
        writer.write(raw: "}")
        isFirstMember = false
    }

    /// Writes a value, which is in memory; `null` for `nil`.
    package mutating func write(_ value: TreeValue?) throws {
        writer.write(value)
        if writer.bytes.count >= Self.chunkCount { try file.write(writer.take()) }
    }

    /// Ends the text with a line break.
    package mutating func end() throws {
        writer.write(raw: "\n")
        try file.write(writer.take())
    }
}
