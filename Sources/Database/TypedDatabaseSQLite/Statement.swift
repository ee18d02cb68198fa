import CSQLite
import TypedDatabase

/// A statement that is prepared once and run many times.
///
/// After stepping through it, reset it.
final class Statement {
    private let connection: OpaquePointer
    private let handle: OpaquePointer

    init(_ sql: String, on connection: OpaquePointer) throws {
        var handle: OpaquePointer?
        let flags = UInt32(SQLITE_PREPARE_PERSISTENT)
        guard
            sqlite3_prepare_v3(connection, sql, -1, flags, &handle, nil) == SQLITE_OK, let handle
        else { throw SQLiteFailure(connection) }
        self.connection = connection
        self.handle = handle
    }

    deinit {
        sqlite3_finalize(handle)
    }

    /// Goes to the next row. Returns `false` at the end.
    func step() throws -> Bool {
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default: throw SQLiteFailure(connection)
        }
    }

    func reset() {
        sqlite3_reset(handle)
    }

    /// Runs a statement, ignoring its rows.
    func run() throws {
        defer { reset() }
        while try step() {}
    }
}

// MARK: - Parameters

extension Statement {
    /// A value for a parameter, which the statement copies.
    enum Parameter {
        case integer(Int64)
        case bytes([UInt8])
        case text(String)
    }

    /// Binds values to the parameters, from the first on.
    func bind(_ parameters: [Parameter]) throws {
        let copies = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        for (offset, parameter) in parameters.enumerated() {
            let index = Int32(offset + 1)
            switch parameter {
            case .integer(let number): try check(sqlite3_bind_int64(handle, index, number))
            case .bytes(let bytes): try bytes.withUnsafeBytes { try bind($0, at: index, copies) }
            case .text(let text):
                let count = Int32(text.utf8.count)
                try check(sqlite3_bind_text(handle, index, text, count, copies))
            }
        }
    }

    /// Binds bytes, which have to outlive the statement's run, unless it makes a copy.
    private func bind(
        _ bytes: UnsafeRawBufferPointer, at index: Int32, _ copies: sqlite3_destructor_type? = nil
    ) throws {
        // SQLite takes an empty buffer for NULL, not for an empty blob.
        if bytes.isEmpty { return try check(sqlite3_bind_zeroblob(handle, index, 0)) }
        let count = Int32(bytes.count)
        try check(sqlite3_bind_blob(handle, index, bytes.baseAddress, count, copies))
    }

    /// Runs the statement with a row's path, check sum and value as its parameters.
    ///
    /// - Parameter value: a scalar, or packed children.
    func run(with path: [UInt8], _ value: TreeValue) throws {
        try path.withUnsafeBytes { path in
            try bind(path, at: 1)
            try run(with: value, below: path)
        }
    }

    private func run(with value: TreeValue, below path: UnsafeRawBufferPointer) throws {
        func run(_ checksum: Int64) throws {
            try check(sqlite3_bind_int64(handle, 2, checksum))
            try self.run()
        }
        switch value {
        case .bool(let bool):
            try withUnsafeBytes(of: bool ? UInt8(1) : 0) {
                try bind($0, at: 3)
                try run(Checksum.ofBytes($0, SQLITE_BLOB, at: path))
            }
        case .integer(let integer):
            try check(sqlite3_bind_int64(handle, 3, integer))
            try run(Checksum.ofNumber(UInt64(bitPattern: integer), SQLITE_INTEGER, at: path))
        case .double(let double):
            try check(sqlite3_bind_double(handle, 3, double))
            try run(Checksum.ofNumber(double.bitPattern, SQLITE_FLOAT, at: path))
        case .string(var string):
            try string.withUTF8 {
                try bind(text: $0, at: 3)
                try run(Checksum.ofBytes(UnsafeRawBufferPointer($0), SQLITE_TEXT, at: path))
            }
        case .children(let children):
            guard let packed = children.packed else {
                preconditionFailure("a row has packed children")
            }
            try packed.bytes.withUnsafeBytes {
                try bind($0, at: 3)
                try run(Checksum.ofBytes($0, SQLITE_BLOB, at: path))
            }
        }
    }

    private func bind(text: UnsafeBufferPointer<UInt8>, at index: Int32) throws {
        // Without an address, the text would be NULL.
        guard let start = text.baseAddress else {
            return try check(sqlite3_bind_text(handle, index, "", 0, nil))
        }
        let count = Int32(text.count)
        try start.withMemoryRebound(to: CChar.self, capacity: text.count) {
            try check(sqlite3_bind_text(handle, index, $0, count, nil))
        }
    }

    private func check(_ code: Int32) throws {
        guard code == SQLITE_OK else { throw SQLiteFailure(connection) }
    }
}

// MARK: - Columns

extension Statement {
    func integer(at column: Int32) -> Int64 {
        sqlite3_column_int64(handle, column)
    }

    /// Returns a text. Throws if its bytes aren't UTF-8.
    func text(at column: Int32) throws -> String {
        let start = sqlite3_column_text(handle, column)
        let count = Int(sqlite3_column_bytes(handle, column))
        return try Self.string(UnsafeRawBufferPointer(start: start, count: count))
    }

    private static func string(_ bytes: UnsafeRawBufferPointer) throws -> String {
        guard let text = String(utf8: bytes.assumingMemoryBound(to: UInt8.self)) else {
            throw SQLiteFailure.damage("a text isn't UTF-8")
        }
        return text
    }

    /// Returns the bytes of a path, valid until the next step. Throws if the column isn't a blob.
    func path(at column: Int32) throws -> UnsafeRawBufferPointer {
        guard sqlite3_column_type(handle, column) == SQLITE_BLOB else {
            throw SQLiteFailure.damage("a path is no blob")
        }
        return bytes(at: column)
    }

    /// Returns the bytes of a blob, valid until the next step.
    func bytes(at column: Int32) -> UnsafeRawBufferPointer {
        let start = sqlite3_column_blob(handle, column)
        let count = Int(sqlite3_column_bytes(handle, column))
        return UnsafeRawBufferPointer(start: start, count: count)
    }
}

// MARK: - Rows

/// The columns of a statement that returns rows: the path, the check sum, the value.
extension Statement {
    private static let valueColumn: Int32 = 2

    /// Returns a row's value, as written by ``run(with:_:)``: a scalar, or packed children. Throws
    /// unless the row's path and value are those of its check sum.
    ///
    /// - Parameters:
    ///   - path: the row's path.
    ///   - checks: whether the form of children is checked, which reads all of them.
    func rowValue(
        at path: UnsafeRawBufferPointer, checks: Bool = true
    ) throws -> TreeValue {
        let column = Self.valueColumn
        switch sqlite3_column_type(handle, column) {
        case SQLITE_INTEGER:
            let number = integer(at: column)
            try verify(
                Checksum.ofNumber(UInt64(bitPattern: number), SQLITE_INTEGER, at: path))
            return .integer(number)
        case SQLITE_FLOAT:
            let number = sqlite3_column_double(handle, column)
            try verify(Checksum.ofNumber(number.bitPattern, SQLITE_FLOAT, at: path))
            if number.isFinite { return .number(number) }
        case SQLITE_TEXT:
            // A blob's bytes are those of its text in a file with UTF-8.
            let text = bytes(at: column)
            try verify(Checksum.ofBytes(text, SQLITE_TEXT, at: path))
            return .string(try Self.string(text))
        case SQLITE_BLOB:
            let bytes = try verifiedBlob(at: path)
            if bytes.count == 1, bytes[0] <= 1 { return .bool(bytes[0] == 1) }
            if !checks { return .children(TreeChildren(PackedChildren(unchecked: bytes))) }
            if let packed = PackedChildren(checking: bytes) {
                return .children(TreeChildren(packed))
            }
        default: break
        }
        throw SQLiteFailure.malformedValue
    }

    /// Returns the value at a place below a row's; `nil` if that is empty. The form of other values
    /// in the row isn't checked.
    func rowValue(
        at path: UnsafeRawBufferPointer, below keys: ArraySlice<TreeKey>
    ) throws -> TreeValue? {
        if keys.isEmpty { return try rowValue(at: path) }
        guard sqlite3_column_type(handle, Self.valueColumn) == SQLITE_BLOB else {
            _ = try rowValue(at: path)
            return nil
        }
        let bytes = try verifiedBlob(at: path)
        // This is a bool.
        if bytes.count == 1, bytes[0] <= 1 { return nil }
        do {
            return try PackedChildren.value(at: keys, in: bytes)
        } catch {
            throw SQLiteFailure.malformedValue
        }
    }

    private func verifiedBlob(at path: UnsafeRawBufferPointer) throws -> UnsafeRawBufferPointer {
        let blob = bytes(at: Self.valueColumn)
        try verify(Checksum.ofBytes(blob, SQLITE_BLOB, at: path))
        return blob
    }

    private func verify(_ checksum: Int64) throws {
        guard integer(at: 1) == checksum else {
            throw SQLiteFailure.damage("a row's check sum isn't that of its contents")
        }
    }
}

extension SQLiteFailure {
    /// The error for a value that ``Statement`` doesn't write.
    static let malformedValue = SQLiteFailure.damage(
        "a value is neither a bool, a finite number, a text nor packed children")
}
