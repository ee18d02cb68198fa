/// A node's place, which determines the directives that it can have.
struct NodePlace {
    enum Kind {
        case root, child, element
    }

    let kind: Kind
    /// The number of keys that lead to the node.
    let depth: Int

    func child(_ kind: Kind) -> NodePlace {
        NodePlace(kind: kind, depth: depth + 1)
    }
}
