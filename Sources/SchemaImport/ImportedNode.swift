/// What is known of a place in a database that exists already, wherever it is known from.
package struct ImportedNode: Hashable, Sendable {
    package var shape: Shape

    /// The name that the source gives to the values here.
    package var model: String?

    /// Whether the source says that the fields here belong together: it demands some of them.
    package var isRecord = false

    /// The children that queries are ordered by, as `.indexOn` lists them.
    package var index: [String] = []

    /// What a person should know or decide, for `$comment`.
    package var comments: [String] = []

    package init(_ shape: Shape) {
        self.shape = shape
    }

    package indirect enum Shape: Hashable, Sendable {
        /// A value of this type.
        case leaf(ImportedType)

        /// Children with names, and what any other key leads to. There is one of either at least.
        case branch(children: [Child], wildcard: Wildcard?)

        /// A place of which nothing is known but that it is there.
        case unknown
    }

    package struct Child: Hashable, Sendable {
        package var key: String
        package var node: ImportedNode

        /// Whether the child may be missing where its siblings are.
        package var isOptional: Bool

        package init(_ key: String, _ node: ImportedNode, isOptional: Bool = true) {
            self.key = key
            self.node = node
            self.isOptional = isOptional
        }
    }

    package struct Wildcard: Hashable, Sendable {
        /// What the source calls the key, without a `$`; `nil` if it has no name there.
        package var name: String?

        /// The type of the keys, if it is another than `String`.
        package var keyType: String?

        /// Whether the keys are always those of an array: 0, 1, 2 and so on.
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

    /// The children with names; none, unless this is a branch.
    package var children: [Child] {
        if case .branch(let children, _) = shape { children } else { [] }
    }

    /// What any key leads to that no child has.
    package var wildcard: Wildcard? {
        if case .branch(_, let wildcard) = shape { wildcard } else { nil }
    }
}

/// The type of a leaf.
package enum ImportedType: Hashable, Sendable {
    case bool, int, double, string
    /// Always `true`: that the key is there is all it says.
    case membership
    /// Milliseconds since 1970.
    case date
    /// The time of the write: a date that only the server can set.
    case serverTime
    /// One of some texts.
    case choice([String])
    case array(element: ArrayElement)
    /// A bool, a number or a string.
    case mixed
    /// Something that can be anything, children too.
    case anything
    /// A type around this place, of that name in the source.
    case recurring(String)
    /// A type that the source names and doesn't describe, or that of some keys.
    case named(String)

    package enum ArrayElement: Hashable, Sendable {
        case bool, int, double, string
    }
}
