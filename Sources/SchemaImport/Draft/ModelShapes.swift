/// What makes a place a model: fields, and nothing that grows.
extension ImportedNode {
    /// Whether the values here can be one struct.
    ///
    /// A record is one whatever its fields are, and whatever collections are beside them.
    ///
    /// - Parameter isElement: whether a key that can be any leads here. Elsewhere sets are as large as
    ///   the database, and so no fields.
    func isModel(isElement: Bool) -> Bool {
        guard case .branch(let children, nil) = shape else { return false }
        if isRecord, children.contains(where: { $0.node.isField(isElement: isElement) }) {
            return true
        }
        return children.contains { $0.node.saysValue }
            && children.allSatisfy { $0.node.isField(isElement: isElement) }
    }

    /// Whether this is more than a set, or something unknown.
    private var saysValue: Bool {
        switch shape {
        case .leaf: true
        case .unknown: false
        case .branch(let children, let wildcard):
            wildcard?.isArray == true || children.contains { $0.node.saysValue }
        }
    }

    /// Whether the value here can be a field of a struct.
    func isField(isElement: Bool) -> Bool {
        switch shape {
        case .leaf(.recurring): return false
        case .leaf, .unknown: return true
        case .branch(let children, let wildcard?):
            guard children.isEmpty, index.isEmpty, isElement || wildcard.isArray else {
                return false
            }
            if case .leaf(let type) = wildcard.node.shape { return !type.isRecurring }
            return wildcard.isArray && wildcard.node.isModel(isElement: true)
        case .branch: return isModel(isElement: isElement)
        }
    }

    /// The node without what models of one shape may differ in.
    var bare: ImportedNode {
        var bare = ImportedNode(shape)
        if case .branch(let children, var wildcard) = shape {
            if let element = wildcard?.node {
                wildcard?.node = element.bare
                wildcard?.name = nil
            }
            bare.shape = .branch(
                children: children.map { .init($0.key, $0.node.bare) }, wildcard: wildcard)
        }
        return bare
    }

    /// The node with a child optional where it is in either.
    func merged(with other: ImportedNode) -> ImportedNode {
        guard case .branch(var children, let wildcard) = shape else { return self }
        for (position, child) in other.children.enumerated() where position < children.count {
            children[position].isOptional = children[position].isOptional || child.isOptional
            children[position].node = children[position].node.merged(with: child.node)
        }
        var merged = self
        merged.isRecord = isRecord || other.isRecord
        merged.shape = .branch(children: children, wildcard: wildcard)
        return merged
    }

    /// What one element of each collection below is called, in small letters.
    var elementNames: Set<String> {
        var names = wildcard?.node.elementNames ?? []
        for child in children {
            names.formUnion(child.node.elementNames)
            guard child.node.wildcard != nil, let member = SwiftNames.member(for: child.key) else {
                continue
            }
            names.insert(SwiftNames.singular(member).lowercased())
        }
        return names
    }

    /// The types of all leaves below.
    var leafTypes: Set<ImportedType> {
        switch shape {
        case .leaf(let type): [type]
        case .unknown: []
        case .branch(let children, let wildcard):
            children.reduce(into: wildcard?.node.leafTypes ?? []) {
                $0.formUnion($1.node.leafTypes)
            }
        }
    }
}

extension ImportedType {
    fileprivate var isRecurring: Bool {
        if case .recurring = self { true } else { false }
    }
}
