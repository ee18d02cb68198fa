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
