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

    /// Begins an object.
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

    /// Ends the innermost object.
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
