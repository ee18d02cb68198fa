/// Makes a tree of a data export, or of a part of one, by what the data looks like.
///
/// ```
/// JSONEventReader ──▶ Observation ──ExportInference──▶ ImportedNode
/// ```
package enum ExportReader {
    /// - Parameter nextChunk: the next bytes of the export; none at its end.
    /// - Returns: the tree, and what was guessed with the evidence for it.
    package static func read(nextChunk: @escaping () throws -> [UInt8]) throws -> Imported {
        var census = Census(reader: JSONEventReader(nextChunk: nextChunk))
        let root = Observation()
        let first = try census.reader.next()
        guard first == .beginObject || first == .beginArray else {
            throw ImportError(
                "an export is an object, as in { \"users\": { … } }", line: 1, column: 1)
        }
        try root.note(first, in: &census)
        // The next event is the end, or an error.
        _ = try census.reader.next()
        var imported = ExportInference.infer(root)
        guard case .branch = imported.root.shape else {
            throw ImportError("there is no data in the export", line: 1, column: 1)
        }
        if census.isFull { imported.notes.insert(Census.note, at: 0) }
        return imported
    }
}

/// An export as it is read, and how much of it is remembered.
struct Census {
    var reader: JSONEventReader
    private var places = 0

    init(reader: JSONEventReader) {
        self.reader = reader
    }

    /// More than any schema describes. It keeps the memory within bounds, whatever the data is.
    private static let maximumPlaces = 20_000

    var isFull: Bool { places >= Self.maximumPlaces }

    /// Makes an observation of a place that is new.
    mutating func newPlace() -> Observation {
        places += 1
        return Observation()
    }

    static let note = ImportNote(
        "there are more than \(maximumPlaces) places with keys of their own; "
            + "all other keys were taken for those of collections")
}
