import TypedDatabase

// What is in the file now. To read several things of one state, ask for them in a snapshot.
extension Connection {
    /// All that is at a place.
    func value(at place: TreePlace) throws -> TreeValue? {
        let path = PathBytes(place).bytes
        var cursor = try LeafCursor(PathRange(subtreeOf: path), below: path, on: self)
        defer { cursor.close() }
        return try cursor.value(pathCount: path.count)
    }

    /// What is selected of a place.
    ///
    /// In an order by key it reads what it returns, and seeks that from the end the limit is at.
    /// In another it reads all children.
    func value(at place: TreePlace, _ selection: TreeSelection) throws -> TreeValue? {
        if selection == .all { return try value(at: place) }
        guard let range = PathRange(childrenOf: place, selection) else {
            return selection.select(from: try value(at: place))
        }
        let path = PathBytes(place).bytes
        let (limit, isDescending) = selection.count
        var cursor = try LeafCursor(range, below: path, isDescending: isDescending, on: self)
        defer { cursor.close() }
        return TreeValue(try cursor.children(pathCount: path.count, limit: limit))
    }

    /// The scalar at a place, if there is one.
    func scalar(at place: TreePlace) throws -> TreeValue? {
        let statement = try statement(.scalar)
        defer { statement.reset() }
        try statement.bind(PathBytes(place).bytes, at: 1)
        return try statement.step() ? statement.scalar(at: 0) : nil
    }

    /// Whether there is anything at a place.
    func hasAnything(at place: TreePlace) throws -> Bool {
        try firstPath(in: PathRange(subtreeOf: place)) != nil
    }

    /// Whether a place has children.
    func hasChildren(at place: TreePlace) throws -> Bool {
        guard let range = PathRange(childrenOf: place, .all) else { return false }
        return try firstPath(in: range) != nil
    }
}

// MARK: - Keys

extension Connection {
    /// The keys of what is selected of a place.
    ///
    /// In an order by key it seeks one row for each key. In another it reads all children.
    func keys(at place: TreePlace, _ selection: TreeSelection) throws -> PlaceKeys {
        guard let range = PathRange(childrenOf: place, selection) else {
            return PlaceKeys(try value(at: place), selection)
        }
        let keys = try keys(in: range, below: place, selection)
        if !keys.isEmpty { return .children(keys) }
        return try selection == .all && scalar(at: place) != nil ? .scalar : .nothing
    }

    private func keys(
        in range: PathRange, below place: TreePlace, _ selection: TreeSelection
    ) throws -> [TreeKey] {
        let start = PathBytes(place).bytes.count
        let (limit, isDescending) = selection.count
        var (rest, keys) = (range, [TreeKey]())
        while keys.count < limit, let path = try firstPath(in: rest, isDescending: isDescending) {
            let (key, end) = try TreeKey.read(from: path, at: start)
            keys.append(key)
            rest.skip(subtreeOf: Array(path[..<end]), isDescending: isDescending)
        }
        if isDescending { keys.reverse() }
        return keys
    }

    private func firstPath(in range: PathRange, isDescending: Bool = false) throws -> [UInt8]? {
        let statement = try statement(isDescending ? .lastPath : .firstPath)
        defer { statement.reset() }
        try statement.bind(range.lower, at: 1)
        try statement.bind(range.upper, at: 2)
        return try statement.step() ? Array(statement.bytes(at: 0)) : nil
    }
}

extension TreeSelection {
    /// How many children are asked for, and whether from the last one.
    fileprivate var count: (limit: Int, isDescending: Bool) {
        switch limit {
        case .first(let count)?: (count, false)
        case .last(let count)?: (count, true)
        case nil: (.max, false)
        }
    }
}
