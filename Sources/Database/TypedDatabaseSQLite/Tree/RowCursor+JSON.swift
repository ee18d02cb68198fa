import TypedDatabase

extension RowCursor {
    /// Writes the value of the place at or above the row whose path has a given length.
    ///
    /// - Parameter didWrite: called after each row.
    mutating func write(
        pathCount: Int, to writer: inout JSONFileWriter, didWrite: () throws -> Void
    ) throws {
        guard sharedCount >= pathCount else { return try writer.write(nil) }
        try writeRow(pathCount: pathCount, depth: 0, to: &writer, didWrite: didWrite)
    }

    private mutating func writeRow(
        pathCount: Int, depth: Int, to writer: inout JSONFileWriter, didWrite: () throws -> Void
    ) throws {
        if depth > TreeLimits.depth { throw SQLiteFailure.damage("a tree is too deep") }
        guard path.count > pathCount else {
            try writer.write(rowValue())
            try didWrite()
            return try advance()
        }
        writer.beginObject()
        while sharedCount >= pathCount {
            let (key, end) = try TreeKey.read(from: path, at: pathCount)
            enterChild(pathCount: end)
            writer.write(key: key)
            try writeRow(pathCount: end, depth: depth + 1, to: &writer, didWrite: didWrite)
        }
        writer.endObject()
    }
}

extension Connection {
    /// Writes the value of a place to a file as JSON.
    ///
    /// - Parameters:
    ///   - didWrite: called after each row.
    func export(
        _ place: TreePlace, to file: OutputFile, didWrite: () throws -> Void
    ) throws {
        let path = PathBytes(place).bytes
        var writer = JSONFileWriter(file)
        var cursor = try RowCursor(ByteRange(subtreeOf: path), below: path, on: self)
        defer { cursor.close() }
        if let depth = cursor.depthAbove {
            try writer.write(cursor.rowValue(below: place.keys[depth...]))
            try didWrite()
        } else {
            try cursor.write(pathCount: path.count, to: &writer, didWrite: didWrite)
        }
        try writer.end()
    }

    /// Returns the number of rows at a place and below it.
    func rowCount(at place: TreePlace) throws -> Int {
        let range = ByteRange(subtreeOf: place)
        let count = try first(.rowCount, range.parameters) {
            $0.integer(at: 0)
        }
        return Int(count ?? 0)
    }
}
