import TypedDatabase

/// Puts the leaves of a tree into a file, where nothing is yet.
struct LeafImport: TreeSink {
    private let connection: Connection
    private let statement: Statement
    private var path: PathBytes

    /// For each key that was entered, how long the path was before.
    private var counts: [Int] = []
    private var isEmpty = true

    init(at place: TreePlace, on connection: Connection) throws {
        self.connection = connection
        statement = try connection.statement(.insertLeaf)
        path = PathBytes(place)
    }

    mutating func enter(_ key: TreeKey, isLast: Bool) throws -> Bool {
        counts.append(path.bytes.count)
        path.append(key)
        return try isLast || connection.firstPath(in: PathRange(subtreeOf: path.bytes)) == nil
    }

    mutating func leave() {
        if let count = counts.popLast() { path.truncate(to: count) }
    }

    mutating func put(_ scalar: TreeValue) throws {
        if isEmpty { try connection.removeScalar(above: path.bytes) }
        isEmpty = false
        try statement.run(with: path.bytes, scalar)
    }
}

// Inside a transaction that has begun.
extension Connection {
    /// Puts a tree at a place, and logs it.
    ///
    /// - Parameter replacing: whether the tree may replace what is at the place, or a scalar above it.
    func importTree(
        _ stream: inout JSONStream, at place: TreePlace, replacing: Bool
    ) throws -> [LoggedChange] {
        if !replacing { try checkIsFree(place) }
        let indexes = try keptIndexes()
        try put(nil, at: place, updating: indexes[...])
        let elements = try indexes.compactMap { kept -> IndexedEntry? in
            guard case .element(let element) = kept.index.extent(ofChangeAt: place) else {
                return nil
            }
            let old = try entry(of: element, in: kept.index)
            return IndexedEntry(kept: kept, element: element, old: old)
        }
        let sink = try LeafImport(at: place, on: self)
        _ = try JSONTreeReader.read(&stream, at: place, into: sink)
        for kept in indexes where kept.index.extent(ofChangeAt: place) == .collections {
            try addElements(of: place, to: kept)
        }
        for element in elements {
            let new = try entry(of: element.element, in: element.kept.index)
            guard new != element.old else { continue }
            if let old = element.old { try run(.removeEntry, old, number: element.kept.number) }
            if let new { try run(.insertEntry, new, number: element.kept.number) }
        }
        return try logChanges(at: [place])
    }

    private func checkIsFree(_ place: TreePlace) throws {
        guard try hasAnything(at: place) || pathOfScalar(above: PathBytes(place).bytes) != nil
        else { return }
        throw TreeDatabaseError(
            .alreadyExists, at: place,
            "there is data here already; remove it, or import with replacing: true")
    }
}

/// The entry of an element before an import below it.
private struct IndexedEntry {
    let kept: KeptIndex
    let element: TreePlace
    let old: IndexEntry?
}
