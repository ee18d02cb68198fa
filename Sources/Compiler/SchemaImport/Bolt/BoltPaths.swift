/// Combines the statements of a Bolt file's paths.
extension ImportedNode {
    /// Adds a node at a path, merging it with the node that other paths put there.
    mutating func add(
        _ node: ImportedNode?, index: [String], at path: ArraySlice<BoltFile.Component>
    ) {
        guard let first = path.first else {
            if let node { merge(node) }
            for child in index where !self.index.contains(child) { self.index.append(child) }
            return
        }
        let former = shape
        switch first {
        case .key(let key):
            let position = children.firstIndex { $0.key == key } ?? children.endIndex
            if position == children.endIndex { children.append(.init(key, .unknown)) }
            children[position].node.add(node, index: index, at: path.dropFirst())
        case .capture(let name):
            var element = wildcard ?? .init(.unknown)
            element.name = element.name ?? name
            element.node.add(node, index: index, at: path.dropFirst())
            wildcard = element
        }
        // With another shape, the node no longer is of a declared type.
        if shape != former { model = nil }
    }

    /// Merges another statement about the same place.
    private mutating func merge(_ other: ImportedNode) {
        switch (shape, other.shape) {
        case (_, .unknown): break
        case (.branch, .branch):
            for child in other.children {
                if let position = children.firstIndex(where: { $0.key == child.key }) {
                    children[position].node.merge(child.node)
                } else {
                    children.append(child)
                }
            }
            if let element = other.wildcard {
                var merged = wildcard ?? element
                merged.node.merge(element.node)
                merged.keyType = merged.keyType ?? element.keyType
                wildcard = merged
            }
            model = shape == other.shape ? other.model : nil
        default:
            self = other
        }
    }
}
