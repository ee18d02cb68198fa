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

/// A type whose members haven't been resolved yet.
struct Declaration {
    let kind: ElementType.Kind
    /// Whether the schema names the type explicitly.
    let isPinned: Bool
    /// Whether an error hides the node's actual kind.
    let isUncertain: Bool
    /// The pinned name, or the name that the key suggests.
    let base: String
    /// The source range of the name.
    let range: SourceRange
    /// The type whose name qualifies this one's in a clash.
    var enclosingType: ElementType.ID?
    /// The name that the key suggests for the elements of a mixed node.
    var elementBase: String?
}

extension Declaration {
    /// The prefix for the names of nested types: for a model the last component, so that
    /// `Chat.Board` and `[Board]` both give `Board`.
    var simpleName: String {
        guard kind == .model else { return base }
        let names = base.unicodeScalars.split { !Identifier.isCharacter($0) }
        return names.last.map { String($0) } ?? base
    }
}

// MARK: - Members

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

/// A key that a member had in an earlier version of the schema, by `$was`.
package struct FormerKey: Sendable {
    package let key: String
    /// The property that is kept for the key; `nil` if the member's own has the same name.
    package let name: String?
    /// The accessor that is kept for the key; `nil` if the member's own has the same name.
    package let accessorName: String?
}

extension FormerKey {
    /// Returns the former keys of a member. Of keys with the same names, the first has the kept members.
    ///
    /// - Parameter accessor: the accessor of the member; `nil` if the member isn't a collection.
    static func list(
        of keys: [String], ofMember property: String, accessor: String?
    ) -> [FormerKey] {
        var properties: Set = [property]
        var accessors: Set = [accessor]
        return keys.map { key in
            let name = Namer.member(for: key).flatMap { Identifier.canBeMember($0) ? $0 : nil }
            let singular = accessor == nil ? nil : name.map(Namer.singular)
            return FormerKey(
                key: key,
                name: name.flatMap { properties.insert($0).inserted ? $0 : nil },
                accessorName: singular.flatMap {
                    Identifier.canBeMember($0) && accessors.insert($0).inserted ? $0 : nil
                })
        }
    }
}

// MARK: - Checks by Swift's compiler

/// An agreement between a schema and the app's types, for Swift's compiler to check.
package struct SchemaCheck: Sendable {
    package enum Kind: Sendable {
        /// A type exists.
        case type(String)
        /// A type can be that of keys.
        case keyType(String)
        /// A model has a property, of exactly this type if there is one. A date may also be a
        /// `StoredTime` of the runtime.
        case property(String, of: String, type: String?)
    }

    package internal(set) var kind: Kind

    /// The part of the schema that names the type or the property.
    let range: SourceRange

    /// The file, by its index among the schema's files.
    package var file: Int { range.source }

    /// The line in that file, counted from 1.
    package internal(set) var line = 0

    init(_ kind: Kind, at range: SourceRange) {
        self.kind = kind
        self.range = range
    }
}

extension Schema {
    /// Finds the line of each check.
    mutating func locateChecks(in sources: [SourceText]) {
        guard !checks.isEmpty else { return }
        let lines = sources.map(SourceLines.init)
        for index in checks.indices {
            let range = checks[index].range
            checks[index].line = lines[range.source].position(of: range.lower).line
        }
    }
}

// MARK: - Parts

/// A subtree of a schema, for rendering less than the whole.
package struct SchemaPart: Sendable {
    package let schema: Schema

    /// The keys that lead to the subtree, as the schema writes them.
    package private(set) var keys: [String] = []

    /// The type whose members are the children of the subtree's root. For a collection, this is a
    /// synthesized type with the wildcard as its only member.
    package private(set) var type: ElementType

    /// The member that leads to the subtree, with the number of its placeholders that do; `nil` at
    /// the root.
    package private(set) var member: (Member, keyCount: Int)?

    package struct NotFound: Error {
        package let message: String
    }

    /// Creates a part that covers the whole schema.
    package init(of schema: Schema) {
        self.schema = schema
        type = schema.root
    }

    /// Creates the part below some keys.
    ///
    /// - Parameter keys: the keys that lead to the subtree. A placeholder accepts any key:
    ///   `firechat` as well as `<chatroomId>`.
    package init(of schema: Schema, below keys: [String]) throws(NotFound) {
        self.init(of: schema)
        for key in keys { try descend(to: key) }
    }

    private mutating func descend(to key: String) throws(NotFound) {
        let named = type.members.first { $0.key?.hasSameBytes(as: key) == true }
        guard let member = named ?? type.members.first(where: { $0.key == nil }) else {
            throw NotFound(message: "there is no \(Visible.quoted(key)) \(suggestion(for: key))")
        }
        let keyCount = member.key == nil ? (self.member?.keyCount ?? 0) + 1 : 0
        keys.append(member.key ?? member.placeholders[0].schemaText)
        let rest = Array(member.placeholders.dropFirst(member.key == nil ? 1 : 0))
        switch member.element {
        case _ where !rest.isEmpty: type = ElementType(collectionOf: member.element, keys: rest)
        case .declared(let id), .recurring(let id): type = schema[id]
        case .value:
            throw NotFound(message: "\(keys.joined(separator: "/")) is a leaf, with nothing below")
        }
        self.member = (member, keyCount)
    }

    private func suggestion(for key: String) -> String {
        let place = keys.isEmpty ? "at the root" : "below \(keys.joined(separator: "/"))"
        let closest = Suggestion.closest(to: key, among: type.members.compactMap(\.key))
        return place + (closest.map { "; did you mean \(Visible.quoted($0))?" } ?? "")
    }
}

extension ElementType {
    fileprivate init(collectionOf element: Element, keys: [SchemaPlaceholder]) {
        let wildcard = Member(
            key: nil, name: "child", accessorName: "child", placeholders: keys, element: element,
            documentation: nil, deprecation: nil)
        self.init(
            id: ID(index: -1), kind: .phantom, name: "", members: [wildcard], documentation: nil)
    }
}

extension SchemaPlaceholder {
    /// Whether the keys are of another type than `String`.
    package var hasTypeOfItsOwn: Bool { keyType != "String" }

    /// The placeholder as a schema writes it: `<id>`, or with a key type `<id: MessageID>`.
    package var schemaText: String {
        hasTypeOfItsOwn ? "<\(text): \(keyType)>" : "<\(text)>"
    }
}
