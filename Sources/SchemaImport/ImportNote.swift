/// A finding that a person should check, with its evidence.
package struct ImportNote: Hashable, Sendable {
    package var place: ImportedPlace
    /// The same message at several places is written once.
    package var message: String
    /// More of this place, which is said if there are few of them.
    package var detail: String?
    /// Another place that the message ends with.
    package var other: ImportedPlace?

    package init(
        _ message: String, _ detail: String? = nil, at place: ImportedPlace = ImportedPlace(),
        other: ImportedPlace? = nil
    ) {
        self.place = place
        self.message = message
        self.detail = detail
        self.other = other
    }
}

/// Where in an imported tree something is.
package struct ImportedPlace: Hashable, Sendable {
    package enum Step: Hashable, Sendable {
        case key(String)
        /// Any key of a collection.
        case any
    }

    package private(set) var steps: [Step] = []

    package init() {}

    /// The key that leads here; `nil` at the root, and where any key does.
    package var name: String? {
        if case .key(let key)? = steps.last { key } else { nil }
    }

    package func appending(_ key: String) -> ImportedPlace { appending(.key(key)) }

    package var element: ImportedPlace { appending(.any) }

    private func appending(_ step: Step) -> ImportedPlace {
        var place = self
        place.steps.append(step)
        return place
    }
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
