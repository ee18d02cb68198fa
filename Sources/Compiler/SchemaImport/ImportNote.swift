import PathSchema
import SecurityRules

/// A finding that a person should check, with its evidence.
package struct ImportNote: Hashable, Sendable {
    package var place: ImportedPlace
    /// The message. Notes with the same message are merged, with a list of their places.
    package var message: String
    /// A detail of this place, which is written if there are few places.
    package var detail: String?
    /// Another place, which the message ends with.
    package var other: ImportedPlace?
    /// Where in the source the reason is, if the source is read by people.
    package var position: SourceLines.Position?

    package init(
        _ message: String, _ detail: String? = nil, at place: ImportedPlace = ImportedPlace(),
        other: ImportedPlace? = nil, position: SourceLines.Position? = nil
    ) {
        self.place = place
        self.message = message
        self.detail = detail
        self.other = other
        self.position = position
    }
}

/// A place in an imported tree.
package struct ImportedPlace: Hashable, Sendable {
    package private(set) var steps: [RulesStep]

    package init(_ steps: [RulesStep] = []) {
        self.steps = steps
    }

    /// The place's key; `nil` at the root, and for a wildcard.
    package var name: String? {
        if case .key(let key)? = steps.last { key } else { nil }
    }

    package func appending(_ key: String) -> ImportedPlace { appending(.key(key)) }

    package var element: ImportedPlace { appending(.any) }

    private func appending(_ step: RulesStep) -> ImportedPlace {
        var place = self
        place.steps.append(step)
        return place
    }
}

/// The tree that was read from a source, with notes.
package struct Imported: Equatable, Sendable {
    package var root: ImportedNode
    package var notes: [ImportNote]
}
