/// What is known of a place in a database that exists already, wherever it is known from.
package struct ImportedNode: Equatable, Sendable {
    package var shape: Shape

    /// The name that the source gives to the values here.
    package var model: String?

    /// The children that queries are ordered by, as `.indexOn` lists them.
    package var index: [String] = []

    /// What a person should know or decide, for `$comment`.
    package var comments: [String] = []

    package init(_ shape: Shape) {
        self.shape = shape
    }

    package indirect enum Shape: Equatable, Sendable {
        /// A value of this type.
        case leaf(ImportedType)

        /// Children with names, and what any other key leads to.
        case branch(children: [Child], wildcard: Wildcard?)

        /// A place of which nothing is known but that it is there.
        case unknown
    }

    package struct Child: Equatable, Sendable {
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

    package struct Wildcard: Equatable, Sendable {
        /// What the source calls the key, without a `$`; `nil` if it has no name there.
        package var name: String?

        /// The type of the keys, if it is another than `String`.
        package var keyType: String?
        package var node: ImportedNode

        package init(name: String? = nil, keyType: String? = nil, _ node: ImportedNode) {
            self.name = name
            self.keyType = keyType
            self.node = node
        }
    }
}

/// The type of a leaf.
package enum ImportedType: Hashable, Sendable {
    case bool, int, double, string
    /// Always `true`: that the key is there is all it says.
    case membership
    /// Milliseconds since 1970.
    case date
    case array(element: ArrayElement)
    /// Values of several kinds.
    case mixed
    /// A model that the source names, and that is described where it is not a leaf.
    case model(String)

    package enum ArrayElement: Hashable, Sendable {
        case bool, int, double, string
    }
}
