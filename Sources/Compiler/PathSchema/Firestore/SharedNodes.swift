/// The nodes whose children other nodes have, too, by the name of their type: a `$name`, or a model.
struct SharedNodes {
    private var nodes: [ExactText: SharedNode] = [:]

    /// The node that lists the children of a type.
    struct SharedNode {
        let node: Tree
        let pattern: String
    }

    init(in tree: Tree) {
        add(tree, at: "")
    }

    private mutating func add(_ node: Tree, at pattern: String) {
        if let name = Self.name(of: node), nodes[name] == nil {
            nodes[name] = SharedNode(node: node, pattern: pattern)
        }
        for child in node.children { add(child, at: child.pattern(below: pattern)) }
    }

    /// The node that lists the children of a node elsewhere; `nil` if there is none, or if it is the
    /// node itself.
    func other(for node: Tree, at pattern: String) -> SharedNode? {
        let name: ExactText? =
            if case .leaf(let type) = node.content {
                ExactText(type.value.unwrapped)
            } else {
                Self.name(of: node)
            }
        let shared = name.flatMap { nodes[$0] }
        return shared?.pattern.hasSameBytes(as: pattern) == true ? nil : shared
    }

    /// The node that lists the children of a type's values.
    subscript(typeName: String) -> SharedNode? { nodes[ExactText(typeName)] }

    private static func name(of node: Tree) -> ExactText? {
        guard case .branch(let model, _) = node.content else { return nil }
        return (model?.value.unwrapped ?? node.directives[.name]?.value).map { ExactText($0) }
    }
}

extension Tree {
    /// The pattern of a child: its key, or its placeholder in brackets, after its parent's.
    func pattern(below parent: String) -> String {
        let key = isWildcard ? "<\(self.key)>" : self.key
        return parent.isEmpty ? key : "\(parent)/\(key)"
    }
}

extension TypeReference {
    /// The type without question marks at its end.
    fileprivate var unwrapped: String {
        var type = Substring(text)
        while type.last == "?" { type.removeLast() }
        return String(type)
    }
}
