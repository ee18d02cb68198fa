import TypedDatabase

// The current contents of the file. Use a snapshot to read several values of one state.
extension Connection: TreeState {
    /// Reads all of a place.
    func value(at place: TreePlace) throws -> TreeValue? {
        let path = PathBytes(place).bytes
        var cursor = try RowCursor(ByteRange(subtreeOf: path), below: path, on: self)
        defer { cursor.close() }
        if let depth = cursor.depthAbove { return try cursor.rowValue(below: place.keys[depth...]) }
        return try cursor.value(pathCount: path.count)
    }

    /// Reads all of the place with a path.
    func value(atPath path: [UInt8]) throws -> TreeValue? {
        try value(at: TreePlace(path: path))
    }

    /// Reads the selected part of a place.
    ///
    /// An order by key, or one with an index, reads only the selected children, from the limit's
    /// end. Other orders read all children.
    func value(at place: TreePlace, _ selection: TreeSelection) throws -> TreeValue? {
        if selection == .all { return try value(at: place) }
        guard let range = ByteRange(childrenOf: place, selection) else {
            // Reading all children sequentially is faster than by their keys.
            if selection.isCut, let elements = try indexedElements(at: place, selection) {
                return TreeValue(try children(elements))
            }
            return selection.select(from: try value(at: place))
        }
        let path = PathBytes(place).bytes
        let (limit, isDescending) = selection.count
        var cursor = try RowCursor(range, below: path, isDescending: isDescending, on: self)
        defer { cursor.close() }
        if let depth = cursor.depthAbove {
            return selection.select(from: try cursor.rowValue(below: place.keys[depth...]))
        }
        return TreeValue(try cursor.children(pathCount: path.count, limit: limit))
    }

    /// Whether a selection is a range of paths, or of positions in an index.
    func seeks(_ selection: TreeSelection, at place: TreePlace) throws -> Bool {
        if ByteRange(childrenOf: place, selection) != nil { return true }
        return try index(of: place, by: selection.order) != nil
    }

    /// Reads the scalar at a place; `nil` for children, or an empty place.
    func scalar(at place: TreePlace) throws -> TreeValue? {
        let path = PathBytes(place).bytes
        guard let row = try row(atOrAbove: path) else { return nil }
        let value = try value(at: path, in: row)
        if case .children? = value { return nil }
        return value
    }

    /// Whether a place has a value.
    func hasAnything(at place: TreePlace) throws -> Bool {
        let path = PathBytes(place).bytes
        if try firstPath(in: ByteRange(subtreeOf: path)) != nil { return true }
        guard let row = try row(atOrAbove: path) else { return false }
        return try value(at: path, in: row) != nil
    }

    /// Returns the path of the first row of a range.
    func firstPath(in range: ByteRange) throws -> [UInt8]? {
        try first(.paths, range.parameters) { statement in
            let path = try statement.path(at: 0)
            guard range.contains(path) else { throw RowCursor.disorder }
            return Array(path)
        }
    }
}

// MARK: - Keys

extension Connection {
    /// Reads the keys of the selected part of a place.
    ///
    /// An order by key reads paths only, unless the place is in a row, and an index has the keys.
    /// Other orders read all children.
    func keys(at place: TreePlace, _ selection: TreeSelection) throws -> PlaceKeys {
        guard let range = ByteRange(childrenOf: place, selection) else {
            if let elements = try indexedElements(at: place, selection) {
                return elements.isEmpty ? .nothing : .children(elements.map(\.key))
            }
            return PlaceKeys(try value(at: place), selection)
        }
        let keys = try keys(in: range, below: place, selection)
        if !keys.isEmpty { return .children(keys) }
        let path = PathBytes(place).bytes
        guard let row = try row(atOrAbove: path) else { return .nothing }
        return PlaceKeys(try value(at: path, in: row), selection)
    }

    /// Counts the selected children of a place, as ``keys(at:_:)`` does, without keeping the keys.
    func count(at place: TreePlace, _ selection: TreeSelection) throws -> Int {
        guard let range = ByteRange(childrenOf: place, selection) else {
            return try keys(at: place, selection).count
        }
        var count = 0
        try forEachChild(in: range, below: place, selection) { path, start in
            count += 1
            return TreeKey.end(in: path, at: start)
        }
        return count > 0 ? count : try keys(at: place, selection).count
    }

    /// The number of a child's rows to step over before seeking, which costs as much as several
    /// steps.
    private static let stepsBeforeSeeking = 8

    private func keys(
        in range: ByteRange, below place: TreePlace, _ selection: TreeSelection
    ) throws -> [TreeKey] {
        var keys: [TreeKey] = []
        try forEachChild(in: range, below: place, selection) { path, start in
            let (key, end) = try TreeKey.read(from: path, at: start)
            keys.append(key)
            return end
        }
        if selection.count.isDescending { keys.reverse() }
        return keys
    }

    /// Calls a closure with the first path in each of the selected children, from the limit's end.
    ///
    /// - Parameter body: is given the offset of the child's key in the path, and returns the offset
    ///   after it.
    private func forEachChild(
        in range: ByteRange, below place: TreePlace, _ selection: TreeSelection,
        _ body: (UnsafeRawBufferPointer, Int) throws -> Int
    ) throws {
        let (limit, isDescending) = selection.count
        let statement = try statement(isDescending ? .pathsDescending : .paths)
        defer { statement.reset() }
        try statement.bind(range.parameters)
        let start = PathBytes(place).bytes.count
        var (rest, count, child, steps) = (range, 0, [UInt8](), 0)
        while count < limit, try statement.step() {
            let path = try statement.path(at: 0)
            if child.isEmpty || !path.starts(with: child) {
                let isInOrder = child.isEmpty || isDescending == path.precedes(child)
                guard isInOrder, rest.contains(path) else { throw RowCursor.disorder }
                let end = try body(path, start)
                count += 1
                child.removeAll(keepingCapacity: true)
                child.append(contentsOf: UnsafeRawBufferPointer(rebasing: path[..<end]))
                steps = 0
            } else if steps < Self.stepsBeforeSeeking {
                steps += 1
            } else {
                rest.skip(subtreeOf: child, isDescending: isDescending)
                statement.reset()
                try statement.bind(rest.parameters)
            }
        }
    }
}

extension TreeSelection {
    /// The maximum number of children, and whether they are counted from the last one.
    var count: (limit: Int, isDescending: Bool) {
        switch limit {
        case .first(let count)?: (count, false)
        case .last(let count)?: (count, true)
        case nil: (.max, false)
        }
    }
}

// MARK: - Rows in their order

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
