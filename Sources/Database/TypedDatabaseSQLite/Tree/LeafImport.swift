import TypedDatabase

/// A sink that writes the leaves of a tree to an empty place of a file.
struct LeafImport: TreeSink {
    private let connection: Connection
    private let statement: Statement
    private var path: PathBytes

    /// The length of the path before each key that was entered.
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
        return try isLast || connection.firstPath(in: ByteRange(subtreeOf: path.bytes)) == nil
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

// For use inside a transaction.
extension Connection {
    /// Writes a tree to a place, and logs the change.
    ///
    /// - Parameter replacing: whether the tree may replace the place's value, or a scalar above it.
    func importTree(
        _ stream: inout JSONStream, at place: TreePlace, replacing: Bool
    ) throws -> [LoggedChange] {
        if !replacing { try checkIsFree(place) }
        let stale = try staleEntries(at: place, in: try keptIndexes())
        try put(nil, at: place)
        let sink = try LeafImport(at: place, on: self)
        _ = try JSONTreeReader.read(&stream, at: place, into: sink)
        for entries in stale {
            try update(entries, at: place) { try addElements(of: place, to: $0) }
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
