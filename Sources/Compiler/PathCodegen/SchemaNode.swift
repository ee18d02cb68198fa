import PathSchema

/// A node of the database below the root: a key's, or a placeholder's.
///
/// A member that is a collection corresponds to several nodes: one for its key, and one for each
/// placeholder.
package struct SchemaNode {
    package enum Key {
        case named(String)
        case placeholder(SchemaPlaceholder)
    }

    package let member: Member
    /// The number of the member's placeholders up to this node; zero for the member's own key.
    package let keyCount: Int
    /// The number of keys from the root to this node.
    package let depth: Int
    /// Whether the node is the last of its siblings.
    let isLast: Bool
}

extension SchemaNode {
    /// The last placeholder on the way from the member to this node, if any.
    private var placeholder: SchemaPlaceholder? { member.placeholders.prefix(keyCount).last }

    /// The node's key or placeholder.
    package var key: Key {
        placeholder.map { .placeholder($0) } ?? .named(member.key ?? "")
    }

    /// The element of a path to this node; `nil` for a collection.
    var element: Element? { member.placeholders.count == keyCount ? member.element : nil }

    /// Whether the node shares the children of another node, which declares their type.
    var isRecurring: Bool {
        if case .recurring = element { true } else { false }
    }

    var documentation: String? {
        keyCount == 0 ? member.documentation : placeholder?.documentation
    }

    /// The reason why this node is deprecated, if it is. The nodes below aren't marked.
    var deprecation: String? {
        keyCount == 0 ? member.deprecation : placeholder?.deprecation
    }
}

extension Schema {
    /// Calls a function with each node below the root, or below a type, in document order and
    /// parents before children.
    ///
    /// Children are visited where their type is declared, not again where it recurs, so that the
    /// recursion ends, within 32 levels.
    package func forEachNode(below type: ElementType? = nil, _ body: (SchemaNode) -> Void) {
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
