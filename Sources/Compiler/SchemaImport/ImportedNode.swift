import PathSchema
import SecurityRules

/// The facts about a place in an existing database, independent of their source.
package struct ImportedNode: Hashable, Sendable {
    package var shape: Shape

    /// Whether the source treats the fields as a unit, by requiring some of them.
    package var isRecord = false

    /// Whether the place is too rare beside a collection's elements to make models of it.
    package var isStray = false

    /// The children that order queries, as `.indexOn` lists them.
    package var index: [String] = []

    /// Remarks that a person should consider, for `$comment`.
    package var comments: [String] = []

    package init(_ shape: Shape) {
        self.shape = shape
    }

    package indirect enum Shape: Hashable, Sendable {
        /// A value of this type.
        case leaf(ImportedType)

        /// A branch with named children, a wildcard for all other keys, or both.
        case branch(children: [Child], wildcard: Wildcard?)

        /// A place that exists, but about which nothing else is known.
        case unknown
    }

    package struct Child: Hashable, Sendable {
        package var key: String
        package var node: ImportedNode

        /// Whether the child may be missing where its siblings exist.
        package var isOptional: Bool

        /// The places that have the child, if the source is data.
        package var seen: Seen?

        package init(_ key: String, _ node: ImportedNode, isOptional: Bool = true) {
            self.key = key
            self.node = node
            self.isOptional = isOptional
        }

        /// Creates a child that is optional if it is missing in any of some places.
        package init(_ key: String, _ node: ImportedNode, in count: Int, of places: Int) {
            self.init(key, node, isOptional: count < places)
            seen = Seen(count: count, places: places)
        }

        /// Returns the child as it is in places of both kinds, whose nodes have one shape.
        func merged(with other: Child) -> Child {
            var merged = Child(
                key, node.merged(with: other.node), isOptional: isOptional || other.isOptional)
            if let seen, let other = other.seen { merged.seen = seen + other }
            return merged
        }
    }

    /// The number of places with a child, or at most with any, of all places where it could be.
    package struct Seen: Hashable, Sendable {
        package let count: Int
        package let places: Int

        var text: String { "\(count) of \(places) have it" }

        static func + (left: Seen, right: Seen) -> Seen {
            Seen(count: left.count + right.count, places: left.places + right.places)
        }
    }

    package struct Wildcard: Hashable, Sendable {
        /// The source's name for the key, without a `$`; `nil` if the source doesn't name it.
        package var name: String?

        /// The type of the keys, if it isn't `String`.
        package var keyType: String?

        /// Whether the keys are always array indexes: 0, 1, 2 and so on.
        package var isArray = false
        package var node: ImportedNode

        package init(name: String? = nil, keyType: String? = nil, _ node: ImportedNode) {
            self.name = name
            self.keyType = keyType
            self.node = node
        }
    }
}

extension ImportedNode {
    package static let unknown = ImportedNode(.unknown)

    /// The named children; empty unless this is a branch, which setting them makes it.
    package var children: [Child] {
        get { if case .branch(let children, _) = shape { children } else { [] } }
        set { shape = .branch(children: newValue, wildcard: wildcard) }
    }

    /// The wildcard, which matches every key that no child has.
    package var wildcard: Wildcard? {
        get { if case .branch(_, let wildcard) = shape { wildcard } else { nil } }
        set { shape = .branch(children: children, wildcard: newValue) }
    }
}

// MARK: - Types

/// The type of a leaf.
package indirect enum ImportedType: Hashable, Sendable {
    case bool, int, double, string
    /// Always `true`: a member of a set of keys.
    case membership
    /// Milliseconds since 1970.
    case date
    /// The time of the write: a date that the server sets.
    case serverTime
    /// One of a fixed set of texts.
    case choice([String])
    case array(of: ImportedType)
    /// A Boolean, a number or a string.
    case mixed
    /// Any value, including one with children.
    case anything
}

extension ImportedType {
    /// The type as the schema writes it.
    var swiftName: String {
        switch self {
        case .bool, .membership: "Bool"
        case .int: "Int"
        case .double: "Double"
        case .string, .choice: "String"
        case .date, .serverTime: "Date"
        case .array(let element): "[\(element.swiftName)]"
        case .mixed: "ScalarValue"
        case .anything: "UnknownValue"
        }
    }
}

// MARK: - Notes

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

// MARK: - Errors

/// The reason why an existing source can't be read.
package struct ImportError: Error, Equatable {
    package let message: String
    package let line: Int

    /// The column in bytes of UTF-8, counted from 1.
    package let column: Int

    package init(_ message: String, line: Int, column: Int) {
        self.message = message
        self.line = line
        self.column = column
    }
}
