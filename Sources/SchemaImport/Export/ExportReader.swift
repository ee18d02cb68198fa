/// Makes a tree of a data export, or of a part of one, by what the data looks like.
///
/// ```
/// JSONEventReader ──▶ Observation ──ExportInference──▶ ImportedNode
/// ```
package enum ExportReader {
    /// - Parameter nextChunk: the next bytes of the export; none at its end.
    /// - Returns: the tree, and what was guessed with the evidence for it.
    package static func read(
        nextChunk: @escaping () throws -> [UInt8]
    ) throws -> (node: ImportedNode, notes: [ImportNote]) {
        var reader = JSONEventReader(nextChunk: nextChunk)
        let root = Observation()
        let first = try reader.next()
        guard first == .beginObject || first == .beginArray else {
            throw ImportError(
                "an export is an object, as in { \"users\": { … } }", line: 1, column: 1)
        }
        try root.note(first, from: &reader)
        // What follows is an error, or the end.
        _ = try reader.next()
        var inference = ExportInference()
        let node = inference.node(for: root, at: ImportedPlace())
        return (node, inference.notes)
    }
}

/// Something that a person should check.
package struct ImportNote: Equatable, Sendable {
    package var place: String
    package var message: String
}

/// Where in the imported tree something is, for people to read: `chatrooms/<chatroomId>/name`.
struct ImportedPlace {
    private(set) var keys: [String] = []

    var name: String? { keys.last }

    func appending(_ key: String) -> ImportedPlace {
        var place = self
        place.keys.append(key)
        return place
    }

    var description: String { keys.isEmpty ? "the root" : keys.joined(separator: "/") }
}
