import PathSchema

/// Criteria for models: places with fields and nothing that grows with the data.
extension ImportedNode {
    /// Whether the values at this place can be a struct.
    ///
    /// A record is always one, whatever its fields and whatever collections are beside them.
    ///
    /// - Parameter isElement: whether the place is inside a collection. Sets outside of collections
    ///   grow with the database, and so aren't fields.
    func isModel(isElement: Bool) -> Bool {
        guard case .branch(let children, let wildcard) = shape, isRecord || wildcard == nil else {
            return false
        }
        if isRecord, children.contains(where: { $0.node.isField(isElement: isElement) }) {
            return true
        }
        return wildcard == nil && children.contains { $0.node.saysValue }
            && children.allSatisfy { $0.node.isField(isElement: isElement) }
    }

    /// Whether the node is neither a set nor unknown.
    private var saysValue: Bool {
        switch shape {
        case .leaf: true
        case .unknown: false
        case .branch(let children, let wildcard):
            wildcard?.isArray == true || children.contains { $0.node.saysValue }
        }
    }

    /// Whether the value at this place can be a field of a struct.
    func isField(isElement: Bool) -> Bool {
        switch shape {
        case .leaf, .unknown: return true
        case .branch(let children, let wildcard?):
            guard children.isEmpty, index.isEmpty, isElement || wildcard.isArray else {
                return false
            }
            if case .leaf = wildcard.node.shape { return true }
            return wildcard.isArray && wildcard.node.isModel(isElement: true)
        case .branch: return isModel(isElement: isElement)
        }
    }

    /// The node without the details in which models of one shape may differ.
    var bare: ImportedNode {
        var bare = ImportedNode(shape)
        guard case .branch = shape else { return bare }
        bare.children = children.map { .init($0.key, $0.node.bareField) }
        if let wildcard {
            bare.wildcard?.node = wildcard.node.bareField
            bare.wildcard?.name = nil
        }
        return bare
    }

    /// The bare node of a child, which is a model only because it is a record, or in any case.
    private var bareField: ImportedNode {
        var bare = bare
        bare.isRecord = isRecord && !bare.isModel(isElement: true)
        return bare
    }

    /// Returns the node with each child optional that is optional in either of two nodes of one shape.
    func merged(with other: ImportedNode) -> ImportedNode {
        guard case .branch = shape else { return self }
        var merged = self
        merged.isRecord = isRecord || other.isRecord
        merged.children = zip(children, other.children).map { $0.merged(with: $1) }
        return merged
    }

    /// The names of the elements of each collection below, in lowercase.
    var elementNames: Set<String> {
        var names = wildcard?.node.elementNames ?? []
        for child in children {
            names.formUnion(child.node.elementNames)
            guard child.node.wildcard != nil, let member = SwiftNames.member(for: child.key) else {
                continue
            }
            names.insert(Namer.singular(member).lowercased())
        }
        return names
    }
}
