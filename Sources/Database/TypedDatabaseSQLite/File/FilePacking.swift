import TypedDatabase

/// The packing of the rows of an older file, which had a row for each scalar.
///
/// The file is valid after each step: both kinds of rows can be read and written. The table
/// `packing` has the path of the last row that has been packed, and is empty once all is done. So a
/// process that opens the file goes on where another one has stopped.
struct FilePacking {
    private let connection: Connection
    private var packer: RowPacker

    /// The path of the last row that this process has packed.
    private var last: [UInt8]?

    /// The number of rows, and of bytes of them, to pack in one transaction.
    private let stepRows: Int
    private static let stepBytes = 1_000_000

    /// The path in the table when only the free pages are left to be removed.
    private static let end: [UInt8] = [0xFF]

    init(_ connection: Connection, stepRows: Int = 2000) {
        self.stepRows = stepRows
        self.connection = connection
        packer = RowPacker(connection.limits)
    }

    /// Packs all rows that haven't been, and shrinks the file. Without room for that, or while
    /// another process writes for longer than the busy timeout, the next process that opens the file
    /// goes on.
    ///
    /// - Parameter progress: called with the fraction that has been packed. Not called for a file
    ///   of this version.
    static func run(
        on connection: Connection, progress: (@Sendable (Double) -> Void)? = nil
    ) throws {
        guard let start = try connection.snapshot({ try connection.unfinishedPath() }) else {
            return
        }
        let total = progress == nil ? 0 : try connection.rowCount(after: start)
        let report = ProgressReport(total: total, progress)
        var packing = FilePacking(connection)
        do {
            while let count = try connection.transaction({ try packing.step() }) {
                report.add(count)
            }
            try packing.shrink()
        } catch let failure as SQLiteFailure where failure.isTemporary {
            return
        }
        report.end()
    }

    /// Packs some rows. Returns their number; `nil` if none are left.
    mutating func step() throws -> Int? {
        guard let start = try connection.unfinishedPath(), start != Self.end else { return nil }
        if start != last {
            packer =
                start.isEmpty
                ? RowPacker(connection.limits)
                : RowPacker(after: try TreePlace(path: start), connection.limits)
        }
        var (count, next) = (0, start)
        if try readRows(after: start, count: &count, last: &next) {
            try replaceRows(after: start, through: next)
        } else {
            let root = packer.finish()
            try replaceRows(after: start, through: next)
            if let root { try connection.insert(root, at: PathBytes()) }
            next = Self.end
        }
        try connection.run(.setPacked, [.bytes(next)])
        last = next
        return count
    }

    /// Reads rows up to a place at which none is waiting for others. Returns `false` at the end.
    private mutating func readRows(
        after start: [UInt8], count: inout Int, last: inout [UInt8]
    ) throws -> Bool {
        let statement = try connection.statement(.rowsAfter)
        defer { statement.reset() }
        try statement.bind([.bytes(start)])
        while try statement.step() {
            let path = Array(try statement.path(at: 0))
            let place = try TreePlace(path: path)
            packer.leave(to: place)
            let isEnough = count >= stepRows || packer.byteCount >= Self.stepBytes
            if isEnough, packer.isSplit { return true }
            packer.enter(place)
            packer.put(try statement.value(at: 1))
            count += 1
            last = path
        }
        return false
    }

    private mutating func replaceRows(after start: [UInt8], through end: [UInt8]) throws {
        try connection.run(.removeRowsAfter, [.bytes(start), .bytes(end)])
        let statement = try connection.statement(.insertRow)
        for row in packer.takeRows() { try statement.run(with: row.path, row.value) }
    }

    /// Removes the free pages, unless another process has.
    private func shrink() throws {
        if try connection.snapshot({ try connection.unfinishedPath() }) == nil { return }
        try connection.run("VACUUM")
        _ = try connection.integer("PRAGMA wal_checkpoint(TRUNCATE)")
        try connection.transaction {
            if try connection.unfinishedPath() != nil { try connection.run("DELETE FROM packing") }
        }
    }
}

extension Connection {
    /// Returns the path of the last row that has been packed; `nil` if all have been.
    func packedPath() throws -> [UInt8]? {
        try first(.packed) { Array(try $0.path(at: 0)) }
    }

    /// Returns the path of the last row that has been packed; `nil` if all have been. Another process
    /// may have brought the file to the next version, which has no such path.
    fileprivate func unfinishedPath() throws -> [UInt8]? {
        guard try integer("PRAGMA user_version") == Migration.packing else { return nil }
        return try packedPath()
    }

    fileprivate func rowCount(after path: [UInt8]) throws -> Int {
        Int(try first(.rowCountAfter, [.bytes(path)]) { $0.integer(at: 0) } ?? 0)
    }
}
