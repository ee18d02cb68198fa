import CSQLite
import Foundation
import TypedDatabase

extension SQLiteEngine {
    /// Checks the file for damage, and returns all problems found; none if the file is sound.
    ///
    /// ```swift
    /// for problem in try await engine.checkIntegrity() { print(problem) }
    /// ```
    ///
    /// It reads the whole file, as one snapshot, while other reads and writes continue: SQLite's
    /// own check, the rows' check sums, the keys and their order, the values, the indexes against the
    /// values in both directions, the log of changes, and the header of SQLite's log, which may be
    /// one that can't be read.
    ///
    /// Independently of checks, the engine's reads throw on damage instead of returning damaged data.
    /// But a read can't tell that a record is missing because its key is damaged, or its page. A file
    /// that is too damaged to be opened isn't checked; the error says so.
    ///
    /// - Returns: at most 100 problems of SQLite's check, and 100 others.
    /// - Throws: `TreeDatabaseError` if the file can't be read at all, and `CancellationError`.
    public func checkIntegrity() async throws -> [IntegrityProblem] {
        try await tools.runLong { [path] connection, interruption in
            try connection.snapshot {
                var check = IntegrityCheck(connection, interruption)
                try check.run(at: path)
                return check.problems
            }
        }
    }

    /// Writes a copy of the database to a new file, while reads and writes continue.
    ///
    /// ```swift
    /// try await engine.backup(to: URL(fileURLWithPath: "backup.sqlite"))
    /// ```
    ///
    /// The copy is a snapshot of the database, without free pages, and needs no other files beside
    /// it. It is created atomically, and is on the disk once this returns. To restore it, copy it
    /// to the path of a database that isn't open.
    ///
    /// - Throws: `TreeDatabaseError`: `.alreadyExists` for an existing file, which is never
    ///   replaced, `.damagedFile`, `.diskFull`, or `.unreachableFile`; and `CancellationError`.
    public func backup(to url: URL) async throws {
        try await tools.runLong { connection, _ in
            try NewFile.make(at: url.path) { temporary in
                try connection.copy(to: temporary, for: url.path)
            }
        }
    }

    /// Shrinks the file to the size of its data, and empties its log.
    ///
    /// ```swift
    /// try await engine.compact()
    /// ```
    ///
    /// A file doesn't shrink by itself: removed data leaves free pages for later writes. Compacting
    /// rewrites the file, which takes disk space for two copies. Reads continue; writes wait, those
    /// of other processes for the busy timeout at most. If compacting fails or the process ends,
    /// the file is as before. While another connection reads, the log stays, and is emptied later.
    ///
    /// - Throws: `TreeDatabaseError` and `CancellationError`.
    public func compact() async throws {
        try await writer.runLong { connection, _ in
            try connection.run("VACUUM")
            _ = try connection.integer("PRAGMA wal_checkpoint(TRUNCATE)")
        }
    }
}

extension Connection {
    /// Writes a copy of the database to a new file.
    ///
    /// - Parameter name: the path that errors show.
    fileprivate func copy(to path: String, for name: String) throws {
        do {
            try run(.copy, [.text(path)])
        } catch let failure as SQLiteFailure
            where [SQLITE_CANTOPEN, SQLITE_IOERR, SQLITE_FULL].contains(failure.code)
        {
            throw failure.error(in: name)
        }
    }
}

// MARK: - Problems

/// A problem that an integrity check has found in a file.
public struct IntegrityProblem: Hashable, Sendable, CustomStringConvertible {
    /// The place of the damaged value; `nil` if the damage isn't limited to one value.
    public var place: TreePlace?

    /// The problem, in a sentence.
    public var message: String

    /// Makes a problem.
    public init(at place: TreePlace? = nil, _ message: String) {
        self.place = place
        self.message = message
    }

    /// The place and the message.
    public var description: String {
        guard let place else { return message }
        return "\(place.depth == 0 ? "the root" : place.description): \(message)"
    }
}

// MARK: - The check

/// A search for damage in one state of a file.
struct IntegrityCheck {
    private let connection: Connection
    private let interruption: Interruption
    private(set) var problems: [IntegrityProblem] = []

    /// The maximum number of problems returned by SQLite's own check, and by the others.
    private static let limit = 100

    private struct Full: Error {}

    init(_ connection: Connection, _ interruption: Interruption) {
        self.connection = connection
        self.interruption = interruption
    }

    /// - Parameter path: the path of the file, which its log is beside.
    mutating func run(at path: String) throws {
        try part { try $0.checkLog(path + "-wal") }
        try part { try $0.checkPages() }
        do {
            try part { try $0.checkRows() }
            try part { try $0.checkChanges() }
            try part { try $0.checkIndexes() }
        } catch is Full {}
    }

    /// Runs a part of the check. If reading fails, the next part is still run.
    ///
    /// - Parameter place: the place of the problem if it fails.
    private mutating func part(
        at place: TreePlace? = nil, _ body: (inout IntegrityCheck) throws -> Void
    ) throws {
        do {
            try body(&self)
        } catch let failure as SQLiteFailure where !failure.isInterruption {
            try report(place, failure.message)
        } catch let error as TreeDatabaseError {
            try report(place, error.message)
        }
    }

    private mutating func report(_ place: TreePlace?, _ message: String) throws {
        problems.append(IntegrityProblem(at: place, message))
        if problems.count >= 2 * Self.limit { throw Full() }
    }
}

// MARK: - Log, pages, rows, changes

extension IntegrityCheck {
    /// Checks the header of the log, without which SQLite takes a log for an empty one:
    /// https://sqlite.org/fileformat2.html#the_write_ahead_log
    ///
    /// SQLite has no locks on the log itself that closing it would release.
    private mutating func checkLog(_ path: String) throws {
        guard let log = FileHandle(forReadingAtPath: path) else { return }
        defer { try? log.close() }
        let header = [UInt8](log.readData(ofLength: 32))
        // An empty log has no header.
        guard header.count == 32 else { return }
        func word(_ index: Int, isBigEndian: Bool = true) -> UInt32 {
            let bytes = header[index * 4..<index * 4 + 4]
            return (isBigEndian ? Array(bytes) : bytes.reversed()).reduce(0) {
                $0 << 8 | UInt32($1)
            }
        }
        let magic = word(0)
        var (first, second): (UInt32, UInt32) = (0, 0)
        for index in stride(from: 0, to: 6, by: 2) {
            first &+= word(index, isBigEndian: magic & 1 == 1) &+ second
            second &+= word(index + 1, isBigEndian: magic & 1 == 1) &+ first
        }
        guard magic & ~1 == 0x377F_0682, (first, second) == (word(6), word(7)) else {
            return try report(
                nil,
                "\(path) is no log of SQLite, or damaged, so it isn't read: what was written last may "
                    + "be in it")
        }
    }

    /// https://sqlite.org/pragma.html#pragma_integrity_check
    private mutating func checkPages() throws {
        let statement = try connection.prepared("PRAGMA integrity_check(\(Self.limit))")
        while try statement.step() {
            let message = try statement.text(at: 0)
            if message != "ok" { try report(nil, message) }
        }
    }

    private mutating func checkRows() throws {
        let statement = try connection.prepared(
            "SELECT path, checksum, value FROM subtree ORDER BY path")
        var last: [UInt8]?
        while try statement.step() {
            try interruption.check()
            try part { check in
                let path = Array(try statement.path(at: 0))
                let place = try TreePlace(path: path)
                let problem = Self.problem(with: path, after: last)
                last = path
                if let problem { try check.report(place, problem) }
                try check.part(at: place) { _ in
                    try TreeLimits.check(place)
                    try TreeLimits.check(statement.rowValue(at: statement.path(at: 0)), at: place)
                }
            }
        }
    }

    private static func problem(with path: [UInt8], after last: [UInt8]?) -> String? {
        guard let last else { return nil }
        if path == last { return "it is there twice" }
        if path.starts(with: last) { return "it is inside of another row" }
        return path.lexicographicallyPrecedes(last) ? "it is out of order" : nil
    }

    private mutating func checkChanges() throws {
        let statement = try connection.prepared("SELECT path FROM change")
        while try statement.step() {
            try interruption.check()
            try part { _ in _ = try TreePlace(path: Array(statement.path(at: 0))) }
        }
    }
}

// MARK: - Indexes

extension IntegrityCheck {
    private mutating func checkIndexes() throws {
        let indexes = try connection.keptIndexes()
        for kept in indexes { try part { try $0.checkElements(of: kept) } }
        try checkEntries(of: indexes)
    }

    /// Checks that an index has each element.
    private mutating func checkElements(of kept: KeptIndex) throws {
        try connection.forEachElement(of: kept.index) { element in
            try interruption.check()
            guard let entry = try connection.entry(of: element, in: kept.index) else { return }
            if try !connection.has(entry, number: kept.number) {
                try report(element, "\(kept.index) lacks its entry")
            }
        }
    }

    /// Checks that each entry belongs to an element.
    private mutating func checkEntries(of indexes: [KeptIndex]) throws {
        let indexes = Dictionary(indexes.map { ($0.number, $0.index) }) { first, _ in first }
        let statement = try connection.prepared(
            "SELECT number, collection, position FROM indexed_child")
        while try statement.step() {
            try interruption.check()
            try part { check in
                guard let index = indexes[statement.integer(at: 0)] else {
                    return try check.report(nil, "there is an entry of an index that isn't there")
                }
                let entry = IndexEntry(
                    collection: Array(try statement.path(at: 1)),
                    position: Array(try statement.path(at: 2)))
                let element = try entry.element
                let expected = try check.connection.entry(of: element, in: index)
                let isElement = index.extent(ofChangeAt: element) == .element(element)
                if expected != entry || !isElement {
                    try check.report(element, "\(index) has a wrong entry for it")
                }
            }
        }
    }
}

extension IndexEntry {
    /// The element of the entry.
    fileprivate var element: TreePlace {
        get throws {
            let start = try OrderBytes.count(in: position)
            guard start <= position.count else {
                throw SQLiteFailure.damage("a position in an index is cut off")
            }
            let (key, end) = try TreeKey.read(from: position, at: start)
            guard end == position.count else {
                throw SQLiteFailure.damage("a position in an index is too long")
            }
            return try TreePlace(path: collection).appending(key)
        }
    }
}

extension ChildIndex: CustomStringConvertible {
    var description: String {
        "the index of \(collectionText.debugDescription) by \(childText.debugDescription)"
    }
}

extension Connection {
    /// Whether an index has an entry.
    fileprivate func has(_ entry: IndexEntry, number: Int64) throws -> Bool {
        try first(.entry, entry.parameters + [.integer(number)]) { _ in } != nil
    }
}
