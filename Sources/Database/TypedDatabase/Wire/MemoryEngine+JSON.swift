import Foundation

extension MemoryEngine {
    /// Makes an engine with the data of a JSON file, such as an export of the Firebase console.
    ///
    /// ```swift
    /// let database = TreeDatabase(try MemoryEngine(contentsOf: URL(fileURLWithPath: "export.json")))
    /// ```
    ///
    /// Null and empty containers are nothing, an array is children with the keys 0, 1, and so on,
    /// `.priority` is left out and `.value` is the value itself. The file isn't written to.
    ///
    /// - Parameters:
    ///   - url: the export's file.
    ///   - now: the clock for the engine's times.
    /// - Throws: `TreeDatabaseError`: `.unreachableFile`; `.invalidJSON` with the line and the
    ///   column, also for a repeated key; or the error of a key or a value that ``TreeLimits``
    ///   don't allow.
    public convenience init(
        contentsOf url: URL, now: @escaping @Sendable () -> Date = { Date() }
    ) throws {
        let file = try InputFile(url.path)
        self.init(try Self.value(JSONStream(name: url.path, nextChunk: file.readChunk)), now: now)
    }

    /// Makes an engine with the data of a JSON text in UTF-8: see ``init(contentsOf:now:)``.
    ///
    /// ```swift
    /// let engine = try MemoryEngine(json: Data(#"{ "players": { "ana": { "score": 40 } } }"#.utf8))
    /// ```
    public convenience init(
        json: Data, now: @escaping @Sendable () -> Date = { Date() }
    ) throws {
        var chunks = [Array(json)]
        self.init(try Self.value(JSONStream(name: "JSON") { chunks.popLast() ?? [] }), now: now)
    }

    private static func value(_ stream: JSONStream) throws -> TreeValue? {
        var stream = stream
        return try JSONTreeReader.read(&stream, into: TreeBuilder()).value
    }

    /// Writes all data to a new JSON file, such as the Firebase console imports; `null` if the
    /// database is empty.
    ///
    /// ```swift
    /// try engine.exportJSON(to: URL(fileURLWithPath: "export.json"))
    /// ```
    ///
    /// Children are in the order of their keys. The file is created atomically. The call blocks its
    /// thread until then.
    ///
    /// - Throws: `TreeDatabaseError`: `.alreadyExists` for an existing file, which is never
    ///   replaced, or the error of writing.
    public func exportJSON(to url: URL) throws {
        let bytes = JSONWriter.bytes(value)
        try NewFile.make(at: url.path) { temporary in
            try OutputFile(temporary, for: url.path).write(bytes + [UInt8(ascii: "\n")])
        }
    }
}
