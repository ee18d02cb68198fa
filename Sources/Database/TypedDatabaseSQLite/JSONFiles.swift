import Foundation
import TypedDatabase

extension SQLiteEngine {
    /// Imports a JSON file, such as an export of the Firebase console, into the database.
    ///
    /// ```swift
    /// try await engine.importJSON(from: URL(fileURLWithPath: "export.json")) { part in
    ///     print("\(Int(part * 100)) %")
    /// }
    /// ```
    ///
    /// The import is one atomic batch. The file is read in pieces, so it may be of any size.
    /// Meanwhile reads continue, and writes wait: those of other processes for the busy timeout at
    /// most. It takes disk space for two copies of the data, in the database and in its log.
    ///
    /// Null and empty containers are nothing, an array is children with the keys 0, 1, and so on,
    /// `.priority` is left out and `.value` is the value itself.
    ///
    /// - Parameters:
    ///   - url: the file to import.
    ///   - place: the place to import to; the root of the database by default.
    ///   - replacing: whether the import may replace an existing value at the place. Otherwise,
    ///     such a value is an error.
    ///   - progress: called with the fraction that has been read, from 0 to 1, on a queue of the
    ///     engine. At most a hundred times, and with 1 when everything is written.
    /// - Throws: `TreeDatabaseError`: `.alreadyExists`; `.invalidJSON` with the line and the
    ///   column, also for a repeated key; the error of a key or a value that `TreeLimits` don't
    ///   allow; or an error of the files; and `CancellationError`.
    public func importJSON(
        from url: URL, at place: TreePlace = .root, replacing: Bool = false,
        progress: (@Sendable (Double) -> Void)? = nil
    ) async throws {
        try TreeLimits.check(place)
        if FileIdentity(url.path) == identity {
            throw TreeDatabaseError(.invalidJSON, "\(url.path) is this database itself, not JSON")
        }
        try await writer.runLong { [feed] connection, interruption in
            let file = try InputFile(url.path)
            let report = ProgressReport(total: file.count, progress)
            var stream = try JSONStream(name: url.path) {
                try interruption.check()
                let chunk = try file.readChunk()
                report.add(chunk.count)
                return chunk
            }
            feed.record(
                try connection.transaction {
                    try connection.importTree(&stream, at: place, replacing: replacing)
                })
            report.end()
        }
    }

    /// Exports the data to a new JSON file, such as the Firebase console imports; `null` if the
    /// database is empty.
    ///
    /// ```swift
    /// try await engine.exportJSON(to: URL(fileURLWithPath: "export.json"))
    /// ```
    ///
    /// The export is a snapshot of the database, while reads and writes continue, and children are
    /// in the order of their keys. The file is written in pieces, and created atomically.
    ///
    /// - Parameters:
    ///   - url: the file to create.
    ///   - place: the place to export; the root of the database by default.
    ///   - progress: called with the fraction that has been written, from 0 to 1, on a queue of the
    ///     engine. At most a hundred times, and with 1 when everything is on the disk. The rows
    ///     are counted first.
    /// - Throws: `TreeDatabaseError`: `.alreadyExists` for an existing file, which is never
    ///   replaced, `.diskFull`, `.unreachableFile`, or `.damagedFile`; and `CancellationError`.
    public func exportJSON(
        to url: URL, at place: TreePlace = .root, progress: (@Sendable (Double) -> Void)? = nil
    ) async throws {
        try TreeLimits.check(place)
        try await tools.runLong { connection, interruption in
            try NewFile.make(at: url.path) { temporary in
                let file = try OutputFile(temporary, for: url.path)
                try connection.snapshot {
                    let total = progress == nil ? 0 : try connection.rowCount(at: place)
                    let report = ProgressReport(total: total, progress)
                    try connection.export(place, to: file) {
                        try interruption.check()
                        report.add(1)
                    }
                }
            }
            progress?(1)
        }
    }
}

// MARK: - Importing

/// A sink that writes a tree to an empty place of a file.
struct TreeImport: TreeSink {
    private let connection: Connection
    private let place: TreePlace
    private var packer: RowPacker
    private var hasRows = false

    init(at place: TreePlace, on connection: Connection) {
        self.connection = connection
        self.place = place
        packer = RowPacker(at: place, connection.limits)
    }

    mutating func enter(_ key: TreeKey, isLast: Bool) throws -> Bool {
        if !isLast, packer.hasChild(key) { return false }
        let isInRows = packer.isSplit && !isLast
        packer.enter(key)
        guard isInRows else { return true }
        return try connection.firstPath(in: ByteRange(subtreeOf: packer.currentPath)) == nil
    }

    mutating func leave() throws {
        packer.leave()
        try writeRows()
    }

    mutating func put(_ scalar: TreeValue) {
        packer.put(scalar)
    }

    /// Writes the rest.
    mutating func finish() throws {
        let value = packer.finish()
        try writeRows()
        if let value { try connection.put(value, at: place) }
    }

    private mutating func writeRows() throws {
        if packer.rows.isEmpty { return }
        if !hasRows { try connection.split(above: place) }
        hasRows = true
        let statement = try connection.statement(.insertRow)
        for row in packer.takeRows() { try statement.run(with: row.path, row.value) }
    }
}

// For use inside a transaction.
extension Connection {
    /// Writes a tree to a place, and logs the change.
    ///
    /// - Parameter replacing: whether the tree may replace the place's value, or a scalar above it.
    func importTree(
        _ stream: inout JSONStream, at place: TreePlace, replacing: Bool
    ) throws -> [LoggedChange] {
        if !replacing { try checkIsFree(place) }
        let stale = try staleEntries(at: place, in: try keptIndexes())
        try put(nil, at: place)
        var sink = try JSONTreeReader.read(
            &stream, at: place, into: TreeImport(at: place, on: self))
        try sink.finish()
        var entries = NewEntries()
        for stale in stale {
            try update(stale, at: place, &entries) { kept, _ in
                try addElements(of: place, to: kept)
            }
        }
        try insert(&entries)
        return try logChanges(at: [place])
    }

    private func checkIsFree(_ place: TreePlace) throws {
        guard try hasAnything(at: place) || hasScalar(above: place) else { return }
        throw TreeDatabaseError(
            .alreadyExists, at: place,
            "there is data here already; remove it, or import with replacing: true")
    }

    /// Whether a place above has a scalar, which a value at the place would replace.
    private func hasScalar(above place: TreePlace) throws -> Bool {
        let path = PathBytes(place).bytes
        guard let row = try row(atOrAbove: path) else { return false }
        var value: TreeValue? = row.value
        for key in try TreePlace(path: Array(path[row.path.count...])).keys {
            guard case .children(let children)? = value else { return value != nil }
            value = children[key]
        }
        return false
    }
}

/// A packing of a tree into rows, as its parts come, depth first.
///
/// Memory holds only children of places that may still become one row.
struct RowPacker {
    private struct Level {
        let key: TreeKey
        /// The length of the place's path.
        let pathCount: Int
        /// The number of bytes of the children, packed.
        var count = 0
        /// A value that isn't in parts.
        var value: TreeValue?
        var children = TreeChildren()
        /// Whether the place needs several rows. So do all places above it.
        var isSplit = false
    }

    private let limits: RowLimits
    private var path: PathBytes

    /// The places from the first to the current one.
    private var levels: [Level]

    /// Rows to be written. They are outside of all places that aren't split.
    private(set) var rows: [Row] = []

    init(at place: TreePlace, _ limits: RowLimits) {
        self.limits = limits
        path = PathBytes(place)
        levels = [Level(key: "", pathCount: path.bytes.count)]
    }

    /// The path of the current place.
    var currentPath: [UInt8] { path.bytes }

    /// The number of keys that lead from the first place to the current one.
    var depth: Int { levels.count - 1 }

    /// Whether the current place needs several rows.
    var isSplit: Bool { levels[depth].isSplit }

    /// Whether the current place has a child that isn't among the rows yet.
    func hasChild(_ key: TreeKey) -> Bool {
        levels[depth].children[key] != nil
    }

    mutating func enter(_ key: TreeKey) {
        path.append(key)
        levels.append(Level(key: key, pathCount: path.bytes.count))
    }

    /// Sets the current place to a value that isn't in parts.
    mutating func put(_ value: TreeValue) {
        levels[depth].value = value
    }

    /// Goes back to the parent.
    mutating func leave() {
        let level = levels.removeLast()
        defer { path.truncate(to: levels[depth].pathCount) }
        guard !level.isSplit, let value = level.value ?? TreeValue(level.children) else { return }
        if isSplit { return write(value, at: path) }
        levels[depth].children[level.key] = value
        levels[depth].count += PackedChildren.byteCount(of: level.key, value)
        if levels[depth].count > limits.maximumCount { split() }
    }

    /// Goes back to the first place, and returns its value, unless that is among the rows.
    mutating func finish() -> TreeValue? {
        while depth > 0 { leave() }
        return levels[0].value ?? TreeValue(levels[0].children)
    }

    /// Removes and returns the rows.
    mutating func takeRows() -> [Row] {
        defer { rows = [] }
        return rows
    }
}

extension RowPacker {
    /// Makes rows of all children, since their places need several.
    private mutating func split() {
        for index in levels.indices where !levels[index].isSplit {
            let children = levels[index].children
            (levels[index].children, levels[index].isSplit) = (TreeChildren(), true)
            var path = self.path
            path.truncate(to: levels[index].pathCount)
            for (key, child) in children {
                path.append(key)
                write(child, at: path)
                path.truncate(to: levels[index].pathCount)
            }
        }
    }

    private mutating func write(_ value: TreeValue, at path: PathBytes) {
        if let whole = value.rowValue(limits) {
            return rows.append(Row(path: path.bytes, value: whole))
        }
        for (key, child) in value.children {
            var path = path
            path.append(key)
            write(child, at: path)
        }
    }
}

// MARK: - Exporting

extension RowCursor {
    /// Writes the value of the place at or above the row whose path has a given length.
    ///
    /// - Parameter didWrite: called after each row.
    mutating func write(
        pathCount: Int, to writer: inout JSONFileWriter, didWrite: () throws -> Void
    ) throws {
        guard sharedCount >= pathCount else { return try writer.write(nil) }
        try writeRow(pathCount: pathCount, depth: 0, to: &writer, didWrite: didWrite)
    }

    private mutating func writeRow(
        pathCount: Int, depth: Int, to writer: inout JSONFileWriter, didWrite: () throws -> Void
    ) throws {
        if depth > TreeLimits.depth { throw SQLiteFailure.damage("a tree is too deep") }
        guard path.count > pathCount else {
            try writer.write(rowValue())
            try didWrite()
            return try advance()
        }
        writer.beginObject()
        while sharedCount >= pathCount {
            let (key, end) = try TreeKey.read(from: path, at: pathCount)
            enterChild(pathCount: end)
            writer.write(key: key)
            try writeRow(pathCount: end, depth: depth + 1, to: &writer, didWrite: didWrite)
        }
        writer.endObject()
    }
}

extension Connection {
    /// Writes the value of a place to a file as JSON.
    ///
    /// - Parameters:
    ///   - didWrite: called after each row.
    func export(
        _ place: TreePlace, to file: OutputFile, didWrite: () throws -> Void
    ) throws {
        let path = PathBytes(place).bytes
        var writer = JSONFileWriter(file)
        var cursor = try RowCursor(ByteRange(subtreeOf: path), below: path, on: self)
        defer { cursor.close() }
        if let depth = cursor.depthAbove {
            try writer.write(cursor.rowValue(below: place.keys[depth...]))
            try didWrite()
        } else {
            try cursor.write(pathCount: path.count, to: &writer, didWrite: didWrite)
        }
        try writer.end()
    }

    /// Returns the number of rows at a place and below it.
    func rowCount(at place: TreePlace) throws -> Int {
        let range = ByteRange(subtreeOf: place)
        let count = try first(.rowCount, range.parameters) {
            $0.integer(at: 0)
        }
        return Int(count ?? 0)
    }
}

// MARK: - Progress

/// A report of progress, called at most a hundred times.
final class ProgressReport {
    private let total: Int
    private let report: (@Sendable (Double) -> Void)?
    private var done = 0
    private var told = 0

    /// - Parameter total: the total amount of work; 0 if it is unknown.
    init(total: Int, _ report: (@Sendable (Double) -> Void)?) {
        self.total = total
        self.report = report
    }

    func add(_ count: Int) {
        done += count
        guard let report, total > 0 else { return }
        let percent = min(done * 100 / total, 99)
        if percent > told {
            told = percent
            report(Double(percent) / 100)
        }
    }

    func end() {
        report?(1)
    }
}
