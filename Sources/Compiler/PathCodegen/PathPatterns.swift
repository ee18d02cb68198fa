import PathSchema

/// The paths of a schema's nodes, with variables for placeholders: `/chatrooms/$chatroomId/name`.
///
/// Paths have the notation of security rules. No key can contain `$` or `/`, and a parameter is an
/// identifier, so that a component's first character tells a variable from a key.
struct PathPatterns {
    /// The latest path at each depth.
    private var latest = [""]

    /// Returns the path of a node, which must follow the previous call's node in document order.
    mutating func next(_ node: SchemaNode) -> String {
        let path =
            switch node.key {
            case .named(let key): "\(latest[node.depth - 1])/\(key)"
            case .placeholder(let placeholder):
                "\(latest[node.depth - 1])/$\(placeholder.parameter)"
            }
        latest.removeSubrange(node.depth...)
        latest.append(path)
        return path
    }
}

extension PathPatterns {
    /// Returns the paths of the nodes that declare recurring types, by type.
    static func ofRecurringTypes(in schema: Schema) -> [ElementType.ID: String] {
        var recurring: Set<ElementType.ID> = []
        for type in schema.types {
            for case .recurring(let target) in type.members.lazy.map(\.element) {
                recurring.insert(target)
            }
        }
        guard !recurring.isEmpty else { return [:] }
        var patterns = PathPatterns()
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
