/// Builds a tree from a data export, or from a part of one, by inference from the data.
///
/// ```
/// JSONEventReader ──▶ Observation ──ExportInference──▶ ImportedNode
/// ```
package enum ExportReader {
    /// - Parameter nextChunk: returns the next bytes of the export; none at its end.
    /// - Returns: the tree, and the inferences with their evidence.
    package static func read(nextChunk: @escaping () throws -> [UInt8]) throws -> Imported {
        var census = Census(reader: JSONEventReader(nextChunk: nextChunk))
        let root = Observation()
        let first = try census.reader.next()
        guard first == .beginObject || first == .beginArray else {
            throw ImportError(
                "an export is an object, as in { \"users\": { … } }", line: 1, column: 1)
        }
        try root.note(first, in: &census)
        // The next event must be the end; anything else throws.
        _ = try census.reader.next()
        var imported = ExportInference.infer(root)
        guard case .branch = imported.root.shape else {
            throw ImportError("there is no data in the export", line: 1, column: 1)
        }
        if census.isFull { imported.notes.insert(Census.note, at: 0) }
        return imported
    }
}

/// The reader of an export, with the number of places remembered so far.
struct Census {
    var reader: JSONEventReader
    private(set) var places = 0
    /// The keys on the way to the value that is being read.
    var keys: [String] = []

    /// The limit of places, beyond any schema, which bounds memory for any data.
    private static let maximumPlaces = 20_000

    var isFull: Bool { places >= Self.maximumPlaces }

    /// Creates an observation for a new place.
    mutating func newPlace() -> Observation {
        places += 1
        return Observation()
    }

    static let note = ImportNote(
        "there are more than \(maximumPlaces) places with keys of their own; "
            + "all other keys were taken for those of collections")
}
