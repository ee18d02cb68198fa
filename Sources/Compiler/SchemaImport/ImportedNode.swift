/// The facts about a place in an existing database, independent of their source.
package struct ImportedNode: Hashable, Sendable {
    package var shape: Shape

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
