import TypedDatabase

/// An index in a file, with its number in that file.
struct KeptIndex {
    let number: Int64
    let index: ChildIndex
}

// The table `child_index`, which describes the contents of the other one, `indexed_child`.
extension Connection {
    /// Returns the file's indexes. Another process may have changed them since the last
    /// transaction.
    func keptIndexes() throws -> [KeptIndex] {
        let statement = try statement(.indexes)
        defer { statement.reset() }
        var indexes: [KeptIndex] = []
        while try statement.step() {
            let index = try ChildIndex(
                collection: try statement.text(at: 1), child: try statement.text(at: 2))
            indexes.append(KeptIndex(number: statement.integer(at: 0), index: index))
        }
        return indexes
    }

    /// Builds the indexes that the file lacks, inside a transaction.
    func build(_ indexes: Set<ChildIndex>) throws {
        for index in indexes.subtracting(try keptIndexes().map(\.index)) { try build(index) }
    }

    private func build(_ index: ChildIndex) throws {
        try run(.insertIndex, [.text(index.collectionText), .text(index.childText)])
        try addElements(of: .root, to: KeptIndex(number: lastRow, index: index))
    }

    /// Removes all indexes but some, inside a transaction.
    func dropIndexes(except indexes: Set<ChildIndex>) throws {
        for kept in try keptIndexes() where !indexes.contains(kept.index) {
            try run(.removeAllEntries, [.integer(kept.number)])
            try run(.removeIndex, [.integer(kept.number)])
        }
    }

    /// Adds all elements at a place or below it to an index that has none of them: sorted first, so
    /// that pages are written sequentially.
    func addElements(of place: TreePlace, to kept: KeptIndex) throws {
        try run("CREATE TEMP TABLE unsorted (collection, position)")
        try forEachElement(of: kept.index, in: place) { element in
            guard let entry = try entry(of: element, in: kept.index) else { return }
            try run(.insertUnsorted, entry.parameters)
        }
        try run(.insertSorted, [.integer(kept.number)])
        try run("DROP TABLE unsorted")
    }

    /// - Parameter place: a place at or above a collection of the index.
    func forEachElement(
        of index: ChildIndex, in place: TreePlace = .root, _ body: (TreePlace) throws -> Void
    ) throws {
        let start = TreePlace(index.collection.prefix { $0 != nil }.compactMap(\.self))
        let place = place.contains(start) ? start : place
        let path = PathBytes(place).bytes
        if let row = try row(atOrAbove: path) {
            return try forEachElement(of: index, in: try value(at: path, in: row), at: place, body)
        }
        var rest = ByteRange(subtreeOf: path)
        while let path = try firstPath(in: rest) {
            let row = try TreePlace(path: path)
            let place = TreePlace(Array(row.keys.prefix(index.matchingCount(of: row) + 1)))
            if place.depth > index.collection.count {
                try body(place)
            } else if place == row {
                try forEachElement(of: index, in: try rowValue(at: path), at: row, body)
            }
            rest.skip(subtreeOf: PathBytes(place).bytes, isDescending: false)
        }
    }

    /// Calls a closure with the elements in the value of a place at or above the collections.
    private func forEachElement(
        of index: ChildIndex, in value: TreeValue?, at place: TreePlace,
        _ body: (TreePlace) throws -> Void
    ) throws {
        if place.depth > index.collection.count { return try body(place) }
        guard index.matchingCount(of: place) == place.depth else { return }
        for (key, child) in value?.children ?? TreeChildren() {
            try forEachElement(of: index, in: child, at: place.appending(key), body)
        }
    }
}
