/// A child of an element type as generated code declares it: a property, for a collection with an
/// accessor for one element; for a wildcard the accessor only.
package struct Member: Sendable {
    /// The key in the database; `nil` for the wildcard of a mixed node, which matches any other
    /// key.
    package let key: String?
    /// The name of the property; for a wildcard, of the accessor.
    package let name: String
    /// The name of the accessor that takes keys; `nil` for a member that isn't a collection.
    package let accessorName: String?
    /// The placeholders between the member and its element: one for a collection, two for a
    /// collection of collections, and so on.
    package let placeholders: [SchemaPlaceholder]
    /// The element below all placeholders.
    package internal(set) var element: Element
    package let documentation: String?
    package let deprecation: String?
    /// The keys that the member had in earlier versions of the schema.
    package var formerKeys: [FormerKey] = []

    /// Whether the element has keys of its own, as in a collection or below a wildcard.
    package var isCollection: Bool { !placeholders.isEmpty }
}

/// The element type of a path or of a collection.
package enum Element: Sendable {
    /// A value of one of the app's types, as Swift spells it.
    case value(String)
    /// A type of the schema, at the place that declares its children.
    case declared(ElementType.ID)
    /// A type of the schema, at a place where it recurs.
    case recurring(ElementType.ID)
}

extension Element {
    /// The type in the schema; `nil` for a value.
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
    /// The children by which the collection of these keys is ordered: `score`, `team/name`, or
    /// `.value` for the elements themselves.
    package let index: [String]
    package let documentation: String?
    package let deprecation: String?
}
