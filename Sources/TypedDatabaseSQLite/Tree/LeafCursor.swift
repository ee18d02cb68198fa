import TypedDatabase

/// Goes through the rows of a range, one after another, and makes values of them.
///
/// It holds one row at a time, and of the values only what is asked for. It has to be closed.
struct LeafCursor {
    private let statement: Statement
    private let isDescending: Bool

    /// The path of the row, or of the last one.
    private(set) var path: [UInt8]

    /// How many bytes the path begins with that the row before had as well; -1 after the last row.
    ///
    /// So a row is below the same place as the row before if this isn't less than that place's path.
    private(set) var sharedCount = 0

    /// How many children the latest place had: the next one often has as many.
    private var latestCount = 0

    /// - Parameter path: of a place that all paths of the range are at or below.
    init(
        _ range: PathRange, below path: [UInt8], isDescending: Bool = false,
        on connection: Connection
    ) throws {
        statement = try connection.statement(isDescending ? .leavesDescending : .leaves)
        self.isDescending = isDescending
        self.path = path
        do {
            try statement.bind(range)
            try begin(range)
        } catch {
            close()
            throw error
        }
    }

    func close() {
        statement.reset()
    }

    /// Goes to the first row, which must be in the range. A damaged tree of SQLite's may lead elsewhere.
    private mutating func begin(_ range: PathRange) throws {
        guard try statement.step() else {
            sharedCount = -1
            return
        }
        let first = try statement.path(at: 0)
        guard first.starts(with: path), range.contains(first) else { throw Self.disorder }
        sharedCount = path.count
        path = Array(first)
    }

    /// Goes to the next row.
    ///
    /// Throws if its path doesn't come after the last one, or is below it: a scalar has nothing below.
    mutating func advance() throws {
        guard try statement.step() else {
            sharedCount = -1
            return
        }
        let next = try statement.path(at: 0)
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

    /// The scalar of the row.
    func scalar() throws -> TreeValue {
        try statement.scalar(at: 1)
    }

    /// Makes the row one of the child whose path is this long.
    mutating func enterChild(pathCount: Int) {
        sharedCount = pathCount
    }

    static let disorder = SQLiteFailure.damage("its rows are out of order")
}

// MARK: - Values

extension LeafCursor {
    /// What is at the place whose path is this long and which the row is at or below.
    ///
    /// Afterwards the cursor is at the first row of another place.
    mutating func value(pathCount: Int, depth: Int = 0) throws -> TreeValue? {
        guard sharedCount >= pathCount else { return nil }
        if path.count > pathCount {
            return TreeValue(try children(pathCount: pathCount, limit: .max, depth: depth))
        }
        let scalar = try scalar()
        try advance()
        return scalar
    }

    /// The children of that place, in order of their keys, whatever the direction; at most so many.
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
