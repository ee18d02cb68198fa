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

    /// The key as the schema writes it: `messages`, `<messageId>`.
    var schemaKey: String {
        switch key {
        case .named(let key): key
        case .placeholder(let placeholder): placeholder.schemaText
        }
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

// MARK: - Paths

/// The paths of a schema's nodes, without a leading slash.
struct PathPatterns {
    /// The notation of placeholders.
    enum Notation {
        /// That of security rules: `chatrooms/$chatroomId/name`. No key can contain `$` or `/`, and
        /// a parameter is an identifier, so that a component's first character tells a variable
        /// from a key.
        case rules
        /// That of the schema: `chatrooms/<chatroomId>/name`.
        case schema
    }

    private let notation: Notation
    /// The latest path at each depth.
    private var latest = [""]

    init(_ notation: Notation) {
        self.notation = notation
    }

    /// Returns the path of a node, which must follow the previous call's node in document order.
    mutating func next(_ node: SchemaNode) -> String {
        let component =
            switch (node.key, notation) {
            case (.placeholder(let placeholder), .rules): "$\(placeholder.parameter)"
            default: node.schemaKey
            }
        let parent = latest[node.depth - 1]
        latest.removeSubrange(node.depth...)
        latest.append(parent.isEmpty ? component : "\(parent)/\(component)")
        return latest[node.depth]
    }
}

extension PathPatterns {
    /// Returns the paths of the nodes that declare recurring types, by type.
    static func ofRecurringTypes(
        in schema: Schema, as notation: Notation
    ) -> [ElementType.ID: String] {
        var recurring: Set<ElementType.ID> = []
        for type in schema.types {
            for case .recurring(let target) in type.members.lazy.map(\.element) {
                recurring.insert(target)
            }
        }
        guard !recurring.isEmpty else { return [:] }
        var patterns = PathPatterns(notation)
        var declarations: [ElementType.ID: String] = [:]
        schema.forEachNode { node in
            let path = patterns.next(node)
            if case .declared(let type) = node.element, recurring.contains(type) {
                declarations[type] = path
            }
        }
        return declarations
    }
}

// MARK: - Indexes

extension Schema {
    /// The collections that are ordered by more than their keys, in document order, each with the
    /// children that order it.
    ///
    /// Paths have the notation of security rules: `user-posts/$userId`. The root's path is empty.
    var indexes: [(path: String, children: [String])] {
        guard hasIndexes else { return [] }
        var indexes: [(path: String, children: [String])] = []
        if let index = index(of: root) { indexes.append(("", index)) }
        var patterns = PathPatterns(.rules)
        forEachNode { node in
            let path = patterns.next(node)
            if let index = index(of: node) { indexes.append((path, index)) }
        }
        return indexes
    }

    /// Returns the index of a collection or a mixed node; `nil` if there is none.
    func index(of node: SchemaNode) -> [String]? {
        if node.keyCount < node.member.placeholders.count {
            return node.member.placeholders[node.keyCount].nonEmptyIndex
        }
        if case .declared(let type) = node.element { return index(of: self[type]) }
        return nil
    }

    /// Returns the index of a type's nodes, if they are mixed.
    func index(of type: ElementType) -> [String]? {
        type.members.first { $0.key == nil }?.placeholders.first?.nonEmptyIndex
    }
}

extension SchemaPlaceholder {
    fileprivate var nonEmptyIndex: [String]? { index.isEmpty ? nil : index }
}
