import TypedDatabase

/// A cursor through the rows of a range, which makes values of them.
///
/// It keeps one row at a time, and only the requested values. It has to be closed.
struct RowCursor {
    private let statement: Statement
    private let range: ByteRange
    private let isDescending: Bool

    /// The path of the current row, or at the end that of the last one.
    private(set) var path: [UInt8]

    /// The length of the common prefix of the path and the previous row's; -1 after the last row.
    ///
    /// Both rows are below the same place if this isn't less than the length of that place's path.
    private(set) var sharedCount = 0

    /// The depth of the current row, if that row is above all of the range.
    private(set) var depthAbove: Int?

    /// The number of children of the latest place, which predicts that of the next one.
    private var latestCount = 0

    /// - Parameters:
    ///   - path: the path of a place at or above all paths of the range.
    init(
        _ range: ByteRange, below path: [UInt8], isDescending: Bool = false,
        on connection: Connection
    ) throws {
        statement = try connection.statement(isDescending ? .rowsDescending : .rows)
        self.range = range
        self.isDescending = isDescending
        self.path = path
        do {
            try statement.bind(range.parameters)
            try begin()
        } catch {
            close()
            throw error
        }
    }

    func close() {
        statement.reset()
    }

    /// Goes to the first row, which must be in the range, or contain it. SQLite may leave the range
    /// in a damaged file.
    private mutating func begin() throws {
        guard try statement.step() else { return end() }
        var first = try statement.path(at: 0)
        if first.precedes(range.lower) {
            // The last row before the range, which is above the place, or another place's.
            if path.starts(with: first) {
                depthAbove = try PathBytes(path: path).depth(ofPrefix: first.count)
                path = Array(first)
                sharedCount = path.count
                return
            }
            guard try !isDescending && statement.step() else { return end() }
            first = try statement.path(at: 0)
        }
        guard first.starts(with: path), range.contains(first) else { throw Self.disorder }
        sharedCount = path.count
        path = Array(first)
    }

    private mutating func end() {
        sharedCount = -1
    }

    /// Goes to the next row.
    ///
    /// Throws if its path doesn't come after the last one, or is below the last one.
    mutating func advance() throws {
        guard try statement.step() else { return end() }
        let next = try statement.path(at: 0)
        if isDescending, next.precedes(range.lower) { return end() }
        let isDescending = isDescending
        let (count, isInOrder) = path.withUnsafeBytes { path in
            var count = 0
            while count < path.count, count < next.count, path[count] == next[count] { count += 1 }
            guard count < path.count, count < next.count else { return (count, false) }
            return (count, isDescending != (path[count] < next[count]))
        }
        guard isInOrder else { throw Self.disorder }
        sharedCount = count
        path.replaceSubrange(count..., with: UnsafeRawBufferPointer(rebasing: next[count...]))
    }

    /// The value of the row: a scalar, or packed children.
    func rowValue() throws -> TreeValue {
        try path.withUnsafeBytes { try statement.rowValue(at: $0) }
    }

    /// Returns the value at a place below the row's; `nil` if that is empty.
    func rowValue(below keys: ArraySlice<TreeKey>) throws -> TreeValue? {
        try path.withUnsafeBytes { try statement.rowValue(at: $0, below: keys) }
    }

    /// Truncates the path to that of the child with this path length.
    mutating func enterChild(pathCount: Int) {
        sharedCount = pathCount
    }

    static let disorder = SQLiteFailure.damage("its rows are out of order")
}

// MARK: - Values

extension RowCursor {
    /// Reads the value of the place at or above the row whose path has a given length.
    ///
    /// Afterwards the cursor is at the first row of another place.
    mutating func value(pathCount: Int, depth: Int = 0) throws -> TreeValue? {
        guard sharedCount >= pathCount else { return nil }
        if path.count > pathCount {
            return TreeValue(try children(pathCount: pathCount, limit: .max, depth: depth))
        }
        let value = try rowValue()
        try advance()
        return value
    }

    /// Reads the children of that place, up to a limit, in either direction. They are returned in
    /// the order of their keys.
    mutating func children(pathCount: Int, limit: Int, depth: Int = 0) throws -> TreeChildren {
        if depth > TreeLimits.depth { throw SQLiteFailure.damage("a tree is too deep") }
        var children: [(key: TreeKey, value: TreeValue)] = []
        children.reserveCapacity(min(limit, latestCount))
        while sharedCount >= pathCount, children.count < limit {
            let (key, end) = try TreeKey.read(from: path, at: pathCount)
            enterChild(pathCount: end)
            if let value = try value(pathCount: end, depth: depth + 1) {
                children.append((key, value))
            }
        }
        latestCount = children.count
        if isDescending { children.reverse() }
        return TreeChildren(sorted: children)
    }
}
