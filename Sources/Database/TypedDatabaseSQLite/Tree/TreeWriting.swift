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
        for edit in edits {
            let current: TreeValue? =
                if case .increment = edit.operation { try scalar(at: edit.place) } else { nil }
            let value = edit.resolved(at: time, from: current)
            let stale = try staleEntries(at: edit.place, in: indexes)
            try put(value, at: edit.place)
            for entries in stale {
                try update(entries, at: edit.place) {
                    try addEntries(of: value, at: edit.place, to: $0)
                }
            }
        }
        return try logChanges(at: edits.map(\.place))
    }

    /// Replaces the rows of a place.
    func put(_ value: TreeValue?, at place: TreePlace) throws {
        var path = PathBytes(place)
        let removed = try removeSubtree(at: path.bytes)
        guard let value else { return }
        // A place that had a value has parents with children, which aren't scalars.
        if removed == 0 { try removeScalar(above: path.bytes) }
        try insert(value, at: &path, with: try statement(.insertLeaf))
    }

    /// Removes a place and all below it. Returns the number of removed rows.
    private func removeSubtree(at path: [UInt8]) throws -> Int {
        let range = ByteRange(subtreeOf: path)
        try run(.removeLeaves, range.parameters)
        return changedRows
    }

    /// Removes the scalar at a place above, since that place is about to have children.
    ///
    /// No other row lies between the scalar and the place: it would be below a scalar.
    func removeScalar(above path: [UInt8]) throws {
        guard let scalar = try pathOfScalar(above: path) else { return }
        try run(.removeLeaf, [.bytes(scalar)])
    }

    /// Returns the path of the scalar at a place above; `nil` if none exists.
    func pathOfScalar(above path: [UInt8]) throws -> [UInt8]? {
        try first(.pathBefore, [.bytes(path)]) { Array($0.bytes(at: 0)) }
            .flatMap { path.starts(with: $0) ? $0 : nil }
    }

    private func insert(
        _ value: TreeValue, at path: inout PathBytes, with statement: Statement
    ) throws {
        guard case .children(let children) = value else {
            return try statement.run(with: path.bytes, value)
        }
        let count = path.bytes.count
        for (key, child) in children {
            path.append(key)
            try insert(child, at: &path, with: statement)
            path.truncate(to: count)
        }
    }
}
