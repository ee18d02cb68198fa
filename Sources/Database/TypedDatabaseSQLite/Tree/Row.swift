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
struct Row {
    let path: [UInt8]
    let value: TreeValue
}

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
        try first(.value, [.bytes(path)]) { try $0.value(at: 0) }
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
            let value = try statement.value(at: 1, checks: checks)
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
