import PathSchema

extension Schema {
    /// The collections that are ordered by more than their keys, in document order, each with the
    /// children that order it.
    ///
    /// Paths have the notation of security rules, without a leading slash: `user-posts/$userId`.
    /// The root's path is empty.
    var indexes: [(path: String, children: [String])] {
        guard hasIndexes else { return [] }
        var indexes: [(path: String, children: [String])] = []
        if let index = index(of: root) { indexes.append(("", index)) }
        var patterns = PathPatterns()
        forEachNode { node in
            let path = patterns.next(node)
            if let index = index(of: node) { indexes.append((String(path.dropFirst()), index)) }
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
