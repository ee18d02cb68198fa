/// The facts about a place in an existing database, independent of their source.
package struct ImportedNode: Hashable, Sendable {
    package var shape: Shape

    /// The source's type name for the values at this place.
    package var model: String?

    /// Whether the source treats the fields as a unit, by requiring some of them.
    package var isRecord = false

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

        package init(_ key: String, _ node: ImportedNode, isOptional: Bool = true) {
            self.key = key
            self.node = node
            self.isOptional = isOptional
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

    /// The named children; empty unless this is a branch.
    package var children: [Child] {
        if case .branch(let children, _) = shape { children } else { [] }
    }

    /// The wildcard, which matches every key that no child has.
    package var wildcard: Wildcard? {
        if case .branch(_, let wildcard) = shape { wildcard } else { nil }
    }
}

/// The type of a leaf.
package enum ImportedType: Hashable, Sendable {
    case bool, int, double, string
    /// Always `true`: a member of a set of keys.
    case membership
    /// Milliseconds since 1970.
    case date
    /// The time of the write: a date that the server sets.
    case serverTime
    /// One of a fixed set of texts.
    case choice([String])
    case array(element: ArrayElement)
    /// A Boolean, a number or a string.
    case mixed
    /// Any value, including one with children.
    case anything
    /// An enclosing type, by its name in the source.
    case recurring(String)
    /// A type that the source names without describing it, or a key type.
    case named(String)

    package enum ArrayElement: Hashable, Sendable {
        case bool, int, double, string
    }
}
