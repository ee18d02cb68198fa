/// A schema with every name settled: all that the code generator and the other renderings need.
///
/// It is a graph, since trees can recurse, and lies flat: types, members and placeholders are in one
/// array each, and name each other by position. Texts are `Name`s, which a subscript turns into text.
public struct Schema: Sendable {
    public let options: Options

    /// The types that have members, in document order; the root is the first.
    public internal(set) var types: [ElementType] = []
    /// The members of all types; those of one type lie side by side, in document order.
    public internal(set) var members: [Member] = []
    /// The placeholders of all members; those of one member lie side by side.
    public internal(set) var placeholders: [SchemaPlaceholder] = []

    /// Every text that the schema has.
    public internal(set) var names: NameTable

    init(options: Options, names: NameTable) {
        self.options = options
        self.names = names
    }

    /// Makes room for the members of so many nodes. What is too much is memory that is never touched.
    mutating func reserveCapacity(_ nodeCount: Int) {
        types.reserveCapacity(nodeCount)
        members.reserveCapacity(nodeCount)
        placeholders.reserveCapacity(nodeCount)
    }

    public subscript(name: Name) -> String { names[name] }

    /// The members of a type, in document order.
    public func members(of type: ElementType) -> ArraySlice<Member> {
        members[type.members]
    }

    /// The placeholders between a member and its element: one for a collection, two for a collection
    /// of collections, and so on.
    public func placeholders(of member: Member) -> ArraySlice<SchemaPlaceholder> {
        placeholders[member.placeholders]
    }

    /// The types of values and keys, each once.
    public var valueTypes: [Name] {
        var types: [Name] = []
        var isKnown = [Bool](repeating: false, count: names.count)
        func add(_ name: Name) {
            if !isKnown[name.position] { types.append(name) }
            isKnown[name.position] = true
        }
        for member in members {
            if case .value(let name) = member.element { add(name) }
        }
        for placeholder in placeholders {
            add(placeholder.keyType)
        }
        return types
    }

    /// What the root's `$doc` says.
    public var documentation: Name? { types[0].documentation }
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
    public internal(set) var name: Name
    /// Where its members are among those of the schema.
    public let members: Range<Int>
    public let documentation: Name?
}

/// What a path leads to in the end.
public enum Element: Hashable, Sendable {
    /// A value of the app's own type, as Swift spells it.
    case value(Name)
    /// One of the schema's types, at the place that declares its children.
    case declared(Int)
    /// One of the schema's types, named where it recurs.
    case recurring(Int)
}

/// A `<key>` between a collection and its elements.
public struct SchemaPlaceholder: Hashable, Sendable {
    /// The text between the angle brackets, without the key type.
    public let text: Name
    /// The parameter's name.
    public let parameter: Name
    /// The parameter's type, as Swift spells it.
    public let keyType: Name
    public let documentation: Name?
    public let deprecation: Name?
}
