import PathSchema

/// The paths of a schema's nodes, with a placeholder for each key that can be any:
/// `/chatrooms/$chatroomId/name`.
///
/// They are written as the database's own security rules write them. No key may contain `$` or `/`, and
/// a parameter is an identifier, so the first character of a component tells what it is.
struct PathPatterns {
    /// The latest path of each depth.
    private var latest = [""]

    /// The path of a node, given after the one before it in document order.
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
    /// The paths of the nodes that declare the types which recur, by type.
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
