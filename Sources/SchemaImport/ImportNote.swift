/// What a person should check of what was made of a source, and on what evidence it was.
package struct ImportNote: Hashable, Sendable {
    /// The place, as in `chatrooms/<chatroomId>/name`.
    package var place: String
    package var message: String

    package init(_ message: String, at place: ImportedPlace = ImportedPlace()) {
        self.place = place.description
        self.message = message
    }
}

/// Where in an imported tree something is, for people to read.
package struct ImportedPlace: Hashable, Sendable {
    package private(set) var keys: [String] = []

    package init() {}

    package var name: String? { keys.last }

    package func appending(_ key: String) -> ImportedPlace {
        var place = self
        place.keys.append(key)
        return place
    }

    package var description: String { keys.isEmpty ? "the root" : keys.joined(separator: "/") }
}

/// What was read from a source.
package struct Imported: Equatable, Sendable {
    package var root: ImportedNode
    package var notes: [ImportNote]

    package init(root: ImportedNode, notes: [ImportNote]) {
        self.root = root
        self.notes = notes
    }
}
