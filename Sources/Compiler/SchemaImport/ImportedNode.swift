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
