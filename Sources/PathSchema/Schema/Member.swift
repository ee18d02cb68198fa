/// A child of an element type, as generated code offers it: a property, and where it is a collection an
/// accessor of one element; or the accessor alone, where any key will do.
package struct Member: Sendable {
    /// The key in the database; `nil` for the wildcard of a mixed node, which any other key matches.
    package let key: String?
    /// The property's name; the accessor's, for a wildcard.
    package let name: String
    /// The name of the accessor that takes keys; `nil` for a member that is no collection.
    package let accessorName: String?
    /// The placeholders between the member and its element: one for a collection, two for a collection
    /// of collections, and so on.
    package let placeholders: [SchemaPlaceholder]
    /// The element at the end of all placeholders.
    package internal(set) var element: Element
    package let documentation: String?
    package let deprecation: String?

    /// Whether keys lead to the element: of a collection, or for a wildcard.
    package var isCollection: Bool { !placeholders.isEmpty }
}

/// The element of a path or of a collection.
package enum Element: Sendable {
    /// A value of the app's own type, as Swift spells it.
    case value(String)
    /// One of the schema's types, at the place that declares its children.
    case declared(ElementType.ID)
    /// One of the schema's types, named where it recurs.
    case recurring(ElementType.ID)
}

extension Element {
    /// The type of the schema that this is; `nil` for a value.
    package var type: ElementType.ID? {
        switch self {
        case .value: nil
        case .declared(let type), .recurring(let type): type
        }
    }
}

/// A `<key>` between a collection and its elements.
package struct SchemaPlaceholder: Sendable {
    /// The text between the angle brackets, without the key type.
    package let text: String
    /// The parameter's name.
    package let parameter: String
    /// The parameter's type, as Swift spells it.
    package let keyType: String
    /// The children that the collection of these keys is ordered by: `score`, `team/name`, or `.value`
    /// for the elements themselves.
    package let index: [String]
    package let documentation: String?
    package let deprecation: String?
}
