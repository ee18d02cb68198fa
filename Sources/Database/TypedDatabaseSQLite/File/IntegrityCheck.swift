import CSQLite
import Foundation
import TypedDatabase

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

extension SQLiteFailure {
    fileprivate var isInterruption: Bool { code == SQLITE_INTERRUPT }
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
