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
        var (children, wildcard) = (children, wildcard)
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
        become(.branch(children: children, wildcard: wildcard))
    }

    /// Merges another statement about the same place.
    fileprivate mutating func merge(_ other: ImportedNode) {
        switch (shape, other.shape) {
        case (_, .unknown): break
        case (.branch(var children, var wildcard), .branch(let others, let otherWildcard)):
            for child in others {
                if let position = children.firstIndex(where: { $0.key == child.key }) {
                    children[position].node.merge(child.node)
                } else {
                    children.append(child)
                }
            }
            wildcard = wildcard?.merged(with: otherWildcard) ?? otherWildcard
            let merged = Shape.branch(children: children, wildcard: wildcard)
            model = merged == other.shape ? other.model : nil
            shape = merged
        default:
            self = other
        }
    }

    /// Changes the shape, so that the node no longer is of a declared type.
    private mutating func become(_ new: Shape) {
        if new != shape { model = nil }
        shape = new
    }
}

extension ImportedNode.Wildcard {
    fileprivate func merged(with other: ImportedNode.Wildcard?) -> ImportedNode.Wildcard {
        guard let other else { return self }
        var merged = self
        merged.node.merge(other.node)
        merged.keyType = keyType ?? other.keyType
        return merged
    }
}
