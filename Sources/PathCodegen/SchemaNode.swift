import PathSchema

/// A node of the database below the root: what a key leads to, or a placeholder that any key matches.
///
/// A member of the schema is several of these if it is a collection: one for its key, and one for each
/// placeholder.
struct SchemaNode {
    enum Key {
        case named(String)
        case placeholder(SchemaPlaceholder)
    }

    let member: Member
    /// How many of the member's placeholders lead here: none to the member's own key.
    let keyCount: Int
    /// How many keys lead here from the root.
    let depth: Int
    /// Whether no sibling follows.
    let isLast: Bool
}

extension SchemaNode {
    /// The last of the placeholders that lead here, if any does.
    private var placeholder: SchemaPlaceholder? { member.placeholders.prefix(keyCount).last }

    /// The key, or the last of the placeholders that lead here.
    var key: Key {
        placeholder.map { .placeholder($0) } ?? .named(member.key ?? "")
    }

    /// The element of a path to this node; `nil` for a collection.
    var element: Element? { member.placeholders.count == keyCount ? member.element : nil }

    /// Whether the children of this node are those of another, where its type is declared.
    var isRecurring: Bool {
        if case .recurring = element { true } else { false }
    }

    var documentation: String? {
        keyCount == 0 ? member.documentation : placeholder?.documentation
    }

    /// Why this node is deprecated, if it is. The nodes below are not marked for it.
    var deprecation: String? {
        keyCount == 0 ? member.deprecation : placeholder?.deprecation
    }
}

extension Schema {
    /// Calls a function with each node below the root, or below a type: in document order, parents
    /// before children.
    ///
    /// Children are visited where their type is declared, not again where it recurs. So there is an
    /// end, and no more than 32 levels.
    func forEachNode(below type: ElementType? = nil, _ body: (SchemaNode) -> Void) {
        visitMembers(of: type ?? root, depth: 1, body)
    }

    private func visitMembers(of type: ElementType, depth: Int, _ body: (SchemaNode) -> Void) {
        for (index, member) in type.members.enumerated() {
            let first = member.key == nil ? 1 : 0
            let last = member.placeholders.count
            for count in first...last {
                body(
                    SchemaNode(
                        member: member, keyCount: count, depth: depth + count - first,
                        isLast: count > first || index == type.members.count - 1))
            }
            if case .declared(let element) = member.element {
                visitMembers(of: self[element], depth: depth + last - first + 1, body)
            }
        }
    }
}
