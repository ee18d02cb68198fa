/// A schema with every name resolved, as the code generator and the other renderings need it.
///
/// Trees can recur, so a schema is a graph: the types that have members are in one array, and
/// members refer to them by ``ElementType/ID``.
package struct Schema: Sendable {
    package let options: Options

    /// The types that have members, in document order, with the root first.
    package internal(set) var types: [ElementType] = []

    /// Whether any collection is ordered by more than its keys.
    package internal(set) var hasIndexes = false

    /// The names that Swift looks up for the types of values and keys: `Chat` and `Int` for
    /// `Chat.Page<Int>`.
    package internal(set) var typeNames: Set<String> = []

    /// The agreements with the app's types, in document order.
    package internal(set) var checks: [SchemaCheck] = []

    /// The collections, documents and times in Firestore; `nil` without the option `firestore`.
    package internal(set) var documents: SchemaDocuments?

    /// The paths by which the schema's files were given.
    package internal(set) var files: [String] = []

    package subscript(type: ElementType.ID) -> ElementType { types[type.index] }

    package var root: ElementType { types[0] }
}

/// A type that paths are constrained to, and the members of such paths.
package struct ElementType: Sendable {
    package enum Kind: Sendable {
        /// The type of the database's root.
        case root
        /// A generated type: an enum without cases that distinguishes paths.
        case phantom
        /// One of the app's types, with addressable fields.
        case model
    }

    /// A type's identity within a schema.
    package struct ID: Hashable, Sendable {
        /// The index in ``Schema/types``.
        package let index: Int
    }

    package let id: ID
    package let kind: Kind
    /// The type's name as Swift spells it. For a generated type, the name lacks the namespace.
    package internal(set) var name: String
    /// The members, in document order.
    package internal(set) var members: [Member] = []
    package let documentation: String?
}
