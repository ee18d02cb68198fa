import TypedDatabase

/// A row of the table `subtree`: a place with all that is below it.
///
/// The place is the row's path: see ``PathBytes``. The value is a scalar in SQLite's own type, a
/// bool as a blob of one byte, or children as a blob: ``PackedChildren``.
///
/// | place | rows |
/// |---|---|
/// | a scalar beside large places | one, for the place |
/// | a few small fields | one, for the place or one above it |
/// | many fields, or large ones | one or more for each field |
///
/// - **No row's place is inside another's.** So the row that a place is in, if there is one, is the
///   last row whose path isn't after the place's: each path between the two would begin with the
///   row's.
/// - A place without rows begins with a single one, as far up as nothing else is: `a/b/c` in an
///   empty file is a row for the root. Children that exceed ``RowLimits/maximumCount`` are split:
///   each child becomes a row, or is split itself.
/// - Children whose rows shrink or are removed are packed into one row again, once they take no
///   more than ``RowLimits/packedCount`` bytes. The difference keeps a place from going back and
///   forth.
///
/// The size of a record decides how it is stored, so no app needs to say what its records are. A
/// row that is longer than a quarter of a page continues on a page of its own, which the maximum
/// avoids for most places.
///
/// Each row has a ``Checksum``, which each read of its value verifies.
struct Row {
    let path: [UInt8]
    let value: TreeValue
}

// MARK: - Check sums

/// A 32-bit check sum of a row's path and value: a hash of sixteen bytes per multiplication.
///
/// Rows that differ, in whatever way, have the same sum with a probability of about 2⁻³².
struct Checksum {
    private var state: UInt64 = 0

    /// The sum, in the range that SQLite stores in four bytes.
    var result: Int64 { Int64(Int32(truncatingIfNeeded: state ^ state >> 32)) }

    /// Adds two numbers.
    @inline(__always)
    mutating func add(_ a: UInt64, _ b: UInt64) {
        let (high, low) = (a ^ 0x9E37_79B9_7F4A_7C15)
            .multipliedFullWidth(by: b ^ state ^ 0xD1B5_4A32_D192_ED03)
        state = high ^ low
    }

    /// Adds bytes and their number.
    mutating func add(_ bytes: UnsafeRawBufferPointer) {
        add(UInt64(truncatingIfNeeded: bytes.count), 1)
        guard var start = bytes.baseAddress else { return }
        var count = bytes.count
        while count >= 16 {
            add(Self.word(start), Self.word(start + 8))
            start += 16
            count &-= 16
        }
        switch count {
        case 0: return
        // The last bytes, some of which are among the first.
        case 8...: add(Self.word(start), Self.word(start + count - 8))
        case 4...: add(Self.half(start), Self.half(start + count - 4))
        default:
            let first = UInt64(start.load(as: UInt8.self))
            let middle = UInt64((start + count / 2).load(as: UInt8.self))
            let last = UInt64((start + count - 1).load(as: UInt8.self))
            add(first << 16 | middle << 8 | last, 2)
        }
    }

    @inline(__always)
    private static func word(_ start: UnsafeRawPointer) -> UInt64 {
        UInt64(littleEndian: start.loadUnaligned(as: UInt64.self))
    }

    @inline(__always)
    private static func half(_ start: UnsafeRawPointer) -> UInt64 {
        UInt64(UInt32(littleEndian: start.loadUnaligned(as: UInt32.self)))
    }
}

extension Checksum {
    /// Returns the check sum of a row with a number.
    static func ofNumber(
        _ number: UInt64, _ type: Int32, at path: UnsafeRawBufferPointer
    ) -> Int64 {
        var sum = Checksum()
        sum.add(path)
        sum.add(number, UInt64(UInt32(bitPattern: type)))
        return sum.result
    }

    /// Returns the check sum of a row with a text or a blob.
    static func ofBytes(
        _ bytes: UnsafeRawBufferPointer, _ type: Int32, at path: UnsafeRawBufferPointer
    ) -> Int64 {
        var sum = Checksum()
        sum.add(path)
        sum.add(UInt64(UInt32(bitPattern: type)), 0)
        sum.add(bytes)
        return sum.result
    }
}

// MARK: - Sizes

/// The sizes at which rows are split and packed.
struct RowLimits: Hashable, Sendable {
    /// The maximum number of bytes of packed children.
    var maximumCount = 900

    /// The number of bytes up to which the rows of several children are packed into one.
    var packedCount = 450

    /// The maximum number of rows that are packed into one.
    var packedRows = 16
}

extension TreeValue {
    /// Returns the value of a single row; `nil` for children that need several.
    func rowValue(_ limits: RowLimits) -> TreeValue? {
        guard case .children(let children) = self else { return self }
        return PackedChildren(children, limit: limits.maximumCount).map {
            .children(TreeChildren($0))
        }
    }

    /// Whether the value has no children.
    var isScalar: Bool {
        if case .children = self { false } else { true }
    }

    /// The number of bytes of a row's value, about.
    var rowByteCount: Int {
        switch self {
        case .bool: 1
        case .integer, .double: 8
        case .string(let text): text.utf8.count
        case .children(let children): children.packed?.byteCount ?? .max
        }
    }
}

// MARK: - Finding

extension Connection {
    /// Returns the value of the row at a path.
    func rowValue(at path: [UInt8]) throws -> TreeValue? {
        try first(.row, [.bytes(path)]) { try $0.rowValue(at: $0.path(at: 0)) }
    }

    /// Returns the row at a path or above it.
    func row(atOrAbove path: [UInt8]) throws -> Row? {
        try neighbour(atOrBefore: path).row
    }

    /// Returns the last row whose path isn't after another: as a whole if the path is in the row,
    /// otherwise only the number of leading bytes that the paths share, -1 without such a row.
    ///
    /// - Parameter checks: whether the row's children are checked, which reads all of them.
    func neighbour(
        atOrBefore path: [UInt8], checks: Bool = true
    ) throws -> (row: Row?, sharedCount: Int) {
        let found = try first(.rowAtOrAbove, [.bytes(path)]) { statement in
            let found = try statement.path(at: 0)
            let shared = found.sharedCount(with: path)
            guard shared == found.count else { return (row: nil as Row?, sharedCount: shared) }
            let value = try statement.rowValue(at: found, checks: checks)
            return (row: Row(path: Array(found), value: value), shared)
        }
        return found ?? (nil, -1)
    }

    /// Returns the value of a place that is in a row, or `nil`.
    func value(at path: [UInt8], in row: Row) throws -> TreeValue? {
        if row.path.count == path.count { return row.value }
        return TreeValue?(row.value)[try TreePlace(path: Array(path[row.path.count...]))]
    }
}
