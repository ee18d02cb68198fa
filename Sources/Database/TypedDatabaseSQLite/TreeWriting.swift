import TypedDatabase

// For use inside a transaction.
extension Connection {
    /// Makes all edits: rows, then index entries, then the log.
    ///
    /// - Parameter time: the engine's time, in milliseconds since 1970.
    @discardableResult
    func make(_ edits: [TreeEdit], at time: Int64) throws -> [LoggedChange] {
        if edits.isEmpty { return [] }
        let indexes = try keptIndexes()
        var entries = NewEntries()
        for edit in edits {
            let current: TreeValue? =
                if case .increment = edit.operation { try scalar(at: edit.place) } else { nil }
            let value = edit.resolved(at: time, from: current)
            let rows = try rows(around: PathBytes(edit.place).bytes)
            let stale = try staleEntries(at: edit.place, isEmpty: rows.areApart, in: indexes)
            try put(value, at: edit.place, among: rows)
            for stale in stale {
                try update(stale, at: edit.place, to: value, &entries) {
                    addEntries(of: value, at: edit.place, in: $0, to: &$1)
                }
            }
        }
        try insert(&entries)
        return try logChanges(at: edits.map(\.place))
    }

    /// Replaces the value of a place.
    func put(_ value: TreeValue?, at place: TreePlace) throws {
        try put(value, at: place, among: try rows(around: PathBytes(place).bytes))
    }

    private func put(_ value: TreeValue?, at place: TreePlace, among rows: RowsAround) throws {
        let path = PathBytes(place)
        switch rows {
        case .above(let row): try put(value, at: place, path, in: row)
        case .below:
            try run(.removeRows, ByteRange(subtreeOf: path.bytes).parameters)
            if let value { try insert(value, at: path) }
            try packParents(of: path.bytes)
        case .apart(let sharedCount):
            if let value { try insert(value, at: place, besideRowsThatShare: sharedCount) }
        }
    }

    private func rows(around path: [UInt8]) throws -> RowsAround {
        // Of the row's other values, only the bytes are needed.
        let (row, sharedCount) = try neighbour(atOrBefore: path, checks: false)
        if let row { return .above(row) }
        let next = try first(.pathFrom, [.bytes(path)]) {
            try $0.path(at: 0).sharedCount(with: path)
        }
        return next == path.count ? .below : .apart(sharedCount: max(sharedCount, next ?? -1))
    }

    /// Replaces the value of a place that is in a row.
    private func put(
        _ value: TreeValue?, at place: TreePlace, _ path: PathBytes, in row: Row
    ) throws {
        var new: TreeValue? = row.value
        if path.bytes.count == row.path.count {
            new = value
        } else {
            if value == nil, row.value.isScalar { return }
            let keys = place.keys[try path.depth(ofPrefix: row.path.count)...]
            if case .children(let children) = row.value, let packed = children.packed {
                new = try packed.rowValue(setting: value, at: keys)
            } else {
                new[TreePlace(Array(keys))] = value
            }
        }
        guard let new else {
            try run(.removeRow, [.bytes(row.path)])
            return try packParents(of: row.path)
        }
        guard let whole = new.rowValue(limits) else {
            try run(.removeRow, [.bytes(row.path)])
            return try insert(try new.checked(), at: PathBytes(path: row.path))
        }
        try statement(.replaceRow).run(with: row.path, whole)
        // The parent's size isn't kept, so a row that shrinks byte by byte looks only now and then.
        let step = 64
        if whole.rowByteCount / step < row.value.rowByteCount / step {
            try packParents(of: row.path)
        }
    }

    /// Inserts a value at a place without rows at it, above or below: into a single row, as far up
    /// as nothing else is.
    ///
    /// - Parameter sharedCount: the number of leading bytes of the path that the rows before and
    ///   after it have as well; -1 without rows.
    private func insert(
        _ value: TreeValue, at place: TreePlace, besideRowsThatShare sharedCount: Int
    ) throws {
        var (path, depth) = (PathBytes(), 0)
        while path.bytes.count <= sharedCount {
            path.append(place.keys[depth])
            depth += 1
        }
        var whole: TreeValue? = nil
        whole[TreePlace(Array(place.keys[depth...]))] = value
        if let whole { try insert(whole, at: path) }
    }

    /// Inserts a value at a place without rows: as one row, or as rows for its children.
    func insert(_ value: TreeValue, at path: PathBytes) throws {
        var path = path
        try insert(value, at: &path, with: try statement(.insertRow))
    }

    private func insert(
        _ value: TreeValue, at path: inout PathBytes, with statement: Statement
    ) throws {
        if let whole = value.rowValue(limits) { return try statement.run(with: path.bytes, whole) }
        let count = path.bytes.count
        for (key, child) in value.children {
            path.append(key)
            try insert(child, at: &path, with: statement)
            path.truncate(to: count)
        }
    }
}

extension PackedChildren {
    /// Returns the children with another value at a place below; `nil` if none are left.
    fileprivate func rowValue(
        setting value: TreeValue?, at keys: ArraySlice<TreeKey>
    ) throws -> TreeValue? {
        do {
            return try setting(value, at: keys).map { .children(TreeChildren($0)) }
        } catch {
            throw SQLiteFailure.malformedValue
        }
    }
}

extension TreeValue {
    /// Returns the value of a row that hasn't been checked.
    fileprivate func checked() throws -> TreeValue {
        guard case .children(let children) = self, let packed = children.packed else { return self }
        guard let checked = packed.bytes.withUnsafeBytes(PackedChildren.init(checking:)) else {
            throw SQLiteFailure.malformedValue
        }
        return .children(TreeChildren(checked))
    }
}

/// The rows near a place.
private enum RowsAround {
    /// A row at the place or above it.
    case above(Row)
    /// Rows below the place.
    case below
    /// No such rows, so that the place is empty. The paths of those before and after it share up to
    /// this number of leading bytes with its path; -1 without rows.
    case apart(sharedCount: Int)

    var areApart: Bool { if case .apart = self { true } else { false } }
}

// MARK: - Packing

extension Connection {
    /// Packs the places above a removed or smaller row that have become small, from the bottom up.
    private func packParents(of path: [UInt8]) throws {
        var place = try TreePlace(path: path)
        while place.depth > 0 {
            place.keys.removeLast()
            let path = PathBytes(place).bytes
            guard try isSmall(ByteRange(subtreeOf: path), below: path.count) else { return }
            guard let value = try value(at: place) else { continue }
            guard let whole = value.rowValue(limits) else { return }
            try run(.removeRows, ByteRange(subtreeOf: path).parameters)
            try statement(.insertRow).run(with: path, whole)
        }
    }

    /// Whether the rows of a range are few and small enough to be packed.
    private func isSmall(_ range: ByteRange, below pathCount: Int) throws -> Bool {
        let statement = try statement(.rowCounts)
        defer { statement.reset() }
        try statement.bind(range.parameters)
        var (rows, count) = (0, 0)
        while try statement.step() {
            rows += 1
            count += Int(statement.integer(at: 0)) - pathCount + Int(statement.integer(at: 1))
            if rows > limits.packedRows || count > limits.packedCount { return false }
        }
        return true
    }

    /// Splits the row that a place without a value is in, so that the place can have rows.
    func split(above place: TreePlace) throws {
        let path = PathBytes(place).bytes
        guard let row = try row(atOrAbove: path) else { return }
        try run(.removeRow, [.bytes(row.path)])
        let keys = try TreePlace(path: Array(path[row.path.count...])).keys
        try insert(row.value, at: PathBytes(path: row.path), splitAlong: keys[...])
    }

    private func insert(
        _ value: TreeValue, at path: PathBytes, splitAlong keys: ArraySlice<TreeKey>
    ) throws {
        for (key, child) in value.children {
            var path = path
            path.append(key)
            if key == keys.first {
                try insert(child, at: path, splitAlong: keys.dropFirst())
            } else {
                try insert(child, at: path)
            }
        }
    }
}
