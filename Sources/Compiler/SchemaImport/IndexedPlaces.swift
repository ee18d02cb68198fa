import PathSchema

/// Adds the places that indexes imply.
///
/// An index implies a collection. If the children of its elements are known, the indexed ones are
/// among them; if not, an index alone doesn't say that the elements have children.
struct IndexedPlaces {
    private(set) var notes: [ImportNote] = []

    mutating func check(_ node: ImportedNode, at place: ImportedPlace) -> ImportedNode {
        var node = node
        if !node.index.isEmpty { addIndexed(to: &node, at: place) }
        guard case .branch(var children, var wildcard) = node.shape else { return node }
        for position in children.indices {
            let key = children[position].key
            children[position].node = check(children[position].node, at: place.appending(key))
        }
        if let element = wildcard {
            wildcard?.node = check(element.node, at: place.element)
        }
        node.shape = .branch(children: children, wildcard: wildcard)
        return node
    }

    private mutating func addIndexed(to node: inout ImportedNode, at place: ImportedPlace) {
        if node.shape == .unknown {
            node.wildcard = .init(.unknown)
            node.comments = []
        }
        guard var element = node.wildcard?.node else {
            return drop(node.index, from: &node, because: "there is no collection here", at: place)
        }
        for path in node.index {
            if path == ".value" {
                if case .branch = element.shape {
                    drop([path], from: &node, because: "its elements have children", at: place)
                }
                continue
            }
            let steps = path.pathComponents
            if steps.isEmpty || !element.addUnknown(steps[...]) {
                drop([path], from: &node, because: "its elements have no children", at: place)
            }
        }
        node.wildcard?.node = element
    }

    private mutating func drop(
        _ index: [String], from node: inout ImportedNode, because reason: String,
        at place: ImportedPlace
    ) {
        node.index.removeAll { index.contains($0) }
        let paths = index.map { "'\($0)'" }.joined(separator: ", ")
        notes.append(ImportNote("left out an index, since \(reason)", paths, at: place))
    }
}

extension ImportedNode {
    /// Adds the missing nodes on a path of keys.
    ///
    /// - Returns: whether all of the nodes can exist.
    fileprivate mutating func addUnknown(_ steps: ArraySlice<String>) -> Bool {
        guard let key = steps.first else { return true }
        switch shape {
        case .leaf(.anything): return true
        case .leaf: return false
        // With an index of its own, the node is a collection.
        case .unknown: return index.isEmpty
        case .branch:
            let position = children.firstIndex { $0.key.hasSameBytes(as: key) } ?? children.endIndex
            if position == children.endIndex {
                if children.isEmpty, wildcard != nil { return false }
                children.append(.init(key, .orderedBy))
            }
            return children[position].node.addUnknown(steps.dropFirst())
        }
    }

    /// A node that is only known from an index.
    private static var orderedBy: ImportedNode {
        var node = unknown
        node.comments = ["queries are ordered by it; nothing says what it is"]
        return node
    }
}
