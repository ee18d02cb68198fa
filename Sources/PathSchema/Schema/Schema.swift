/// A schema with every name settled: all that the code generator and the other renderings need.
///
/// It is a graph, since trees can recurse: elements name each other by their position in `types`.
public struct Schema: Sendable {
    public let options: Options

    /// The types that have members, in document order; the root is the first.
    public let types: [ElementType]

    /// What the root's `$doc` says.
    public var documentation: String? { types[0].documentation }
}

/// A type that paths are constrained to, and the members that such paths have.
public struct ElementType: Sendable {
    public enum Kind: Sendable {
        /// Where paths begin.
        case root
        /// Generated: an enum without cases, only there to tell paths apart.
        case phantom
        /// A type of the app's own, with addressable fields.
        case model
    }

    public let kind: Kind
    /// The type's name as Swift spells it; a generated type's without the namespace around it.
    public internal(set) var name: String
    public internal(set) var members: [Member]
    public let documentation: String?
}

/// A child of an element type, as generated code offers it: a property, and where it is a collection an
/// accessor of one element; or the accessor alone, where any key will do.
public struct Member: Sendable {
    /// The key in the database; `nil` for the wildcard of a mixed node, which any other key matches.
    public let key: String?
    /// The property's name; the accessor's, for a wildcard.
    public let name: String
    /// The name of the accessor that takes keys; `nil` for a member that is no collection.
    public let accessorName: String?
    /// The placeholders between the key and the element: one for a collection, two for a collection
    /// of collections, and so on.
    public let placeholders: [SchemaPlaceholder]
    public internal(set) var element: Element
    public let documentation: String?
    public let deprecation: String?
}

/// What a path leads to in the end.
public enum Element: Sendable {
    /// A value of the app's own type, as Swift spells it.
    case value(String)
    /// One of the schema's types, at the place that declares its children.
    case declared(Int)
    /// One of the schema's types, named where it recurs.
    case recurring(Int)
}

/// A `<key>` between a collection and its elements.
public struct SchemaPlaceholder: Sendable {
    /// The text between the angle brackets, without the key type.
    public let text: String
    /// The parameter's name.
    public let parameter: String
    /// The parameter's type, as Swift spells it.
    public let keyType: String
    public let documentation: String?
    public let deprecation: String?
}
