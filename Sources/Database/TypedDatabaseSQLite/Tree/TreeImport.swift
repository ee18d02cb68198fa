import TypedDatabase

/// A sink that writes a tree to an empty place of a file.
struct TreeImport: TreeSink {
    private let connection: Connection
    private let place: TreePlace
    private var packer: RowPacker
    private var hasRows = false

    init(at place: TreePlace, on connection: Connection) {
        self.connection = connection
        self.place = place
        packer = RowPacker(at: place, connection.limits)
    }

    mutating func enter(_ key: TreeKey, isLast: Bool) throws -> Bool {
        if !isLast, packer.hasChild(key) { return false }
        let isInRows = packer.isSplit && !isLast
        packer.enter(key)
        guard isInRows else { return true }
        return try connection.firstPath(in: ByteRange(subtreeOf: packer.currentPath)) == nil
    }

    mutating func leave() throws {
        packer.leave()
        try writeRows()
    }

    mutating func put(_ scalar: TreeValue) {
        packer.put(scalar)
    }

    /// Writes the rest.
    mutating func finish() throws {
        let value = packer.finish()
        try writeRows()
        if let value { try connection.put(value, at: place) }
    }

    private mutating func writeRows() throws {
        if packer.rows.isEmpty { return }
        if !hasRows { try connection.split(above: place) }
        hasRows = true
        let statement = try connection.statement(.insertRow)
        for row in packer.takeRows() { try statement.run(with: row.path, row.value) }
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
        var sink = try JSONTreeReader.read(
            &stream, at: place, into: TreeImport(at: place, on: self))
        try sink.finish()
        var entries = NewEntries()
        for stale in stale {
            try update(stale, at: place, &entries) { kept, _ in
                try addElements(of: place, to: kept)
            }
        }
        try insert(&entries)
        return try logChanges(at: [place])
    }

    private func checkIsFree(_ place: TreePlace) throws {
        guard try hasAnything(at: place) || hasScalar(above: place) else { return }
        throw TreeDatabaseError(
            .alreadyExists, at: place,
            "there is data here already; remove it, or import with replacing: true")
    }

    /// Whether a place above has a scalar, which a value at the place would replace.
    private func hasScalar(above place: TreePlace) throws -> Bool {
        let path = PathBytes(place).bytes
        guard let row = try row(atOrAbove: path) else { return false }
        var value: TreeValue? = row.value
        for key in try TreePlace(path: Array(path[row.path.count...])).keys {
            guard case .children(let children)? = value else { return value != nil }
            value = children[key]
        }
        return false
    }
}
