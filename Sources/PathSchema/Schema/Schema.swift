/// A schema with every name decided: all that the code generator and the other renderings need.
///
/// Trees can recur, so this is a graph: the types that have members are in one array, and members refer
/// to them by their ``ElementType/ID``.
package struct Schema: Sendable {
    package let options: Options

    /// The types that have members, in document order; the root is the first.
    package internal(set) var types: [ElementType] = []

    /// Whether any collection is ordered by more than its keys.
    package internal(set) var hasIndexes = false

    /// The names of the types that values and keys are of, as Swift looks them up: `Chat` and `Int` for
    /// `Chat.Page<Int>`.
    package internal(set) var typeNames: Set<String> = []

    package subscript(type: ElementType.ID) -> ElementType { types[type.index] }

    package var root: ElementType { types[0] }
}

/// A type that paths are constrained to, and the members that such paths have.
package struct ElementType: Sendable {
    package enum Kind: Sendable {
        /// Where paths begin.
        case root
        /// Generated: an enum without cases, only there to tell paths apart.
        case phantom
        /// A type of the app's own, with addressable fields.
        case model
    }

    /// Tells the types of one schema apart.
    package struct ID: Hashable, Sendable {
        /// The position in ``Schema/types``.
        package let index: Int
    }

    package let id: ID
    package let kind: Kind
    /// The type's name as Swift spells it; a generated type's without the namespace around it.
    package internal(set) var name: String
    /// In document order.
    package internal(set) var members: [Member] = []
    package let documentation: String?
}
