import PathSchema

/// A node of one of the compared schemas: one whose children a type lists, or the place after some
/// keys of a member.
enum ComparedNode {
    case type(ElementType.ID)
    case member(Member, keyCount: Int)
}

/// The types of two nodes, which are compared only once.
struct TypePair: Hashable {
    let old: ElementType.ID
    let new: ElementType.ID
}

/// The value or the children of a node.
enum NodeContent {
    case value(String)
    case children(NodeChildren)
}

/// The children of a node.
struct NodeChildren {
    /// The type whose children these are; `nil` for a collection.
    var type: ElementType?
    /// The child for all other keys, which has a placeholder.
    var wildcard: (placeholder: SchemaPlaceholder, node: ComparedNode)?

    /// The app's type that the whole node is decoded as.
    var model: String? { type?.kind == .model ? type?.name : nil }

    /// The children with keys, and maybe the wildcard.
    var members: [Member] { type?.members ?? [] }
}

extension Schema {
    func content(of node: ComparedNode) -> NodeContent {
        switch node {
        case .type(let id): return .children(children(of: self[id]))
        case .member(let member, let keyCount):
            if keyCount < member.placeholders.count {
                let next = ComparedNode.member(member, keyCount: keyCount + 1)
                return .children(NodeChildren(wildcard: (member.placeholders[keyCount], next)))
            }
            switch member.element {
            case .value(let type): return .value(type)
            case .declared(let id), .recurring(let id): return .children(children(of: self[id]))
            }
        }
    }

    private func children(of type: ElementType) -> NodeChildren {
        guard let member = type.members.first(where: { $0.key == nil }) else {
            return NodeChildren(type: type)
        }
        return NodeChildren(
            type: type, wildcard: (member.placeholders[0], .member(member, keyCount: 1)))
    }
}

// MARK: - Stored forms

extension Schema {
    /// Returns the stored form of a collection; `nil` if its elements have children with keys.
    func storedType(of children: NodeChildren) -> StoredType? {
        guard children.type == nil, let wildcard = children.wildcard else { return nil }
        let element: StoredType? =
            switch content(of: wildcard.node) {
            case .value(let type): StoredType(type)
            case .children(let children): storedType(of: children)
            }
        return element.map { .dictionary(key: KeyType(wildcard.placeholder.keyType), $0) }
    }

    /// Whether a model can't be decoded without a child.
    func presence(of member: Member) -> Presence {
        guard member.key != nil, !member.isCollection else { return .optional }
        switch member.element {
        case .value(let type): return Presence(ofValue: type)
        case .declared(let id), .recurring(let id):
            let type = self[id]
            guard type.kind == .model, type.name.last != "?" else { return .optional }
            guard case .declared = member.element else { return .unknown }
            let hasRequired = type.members.contains { presence(of: $0) == .required }
            return hasRequired ? .required : .unknown
        }
    }

    /// The type that the node at a member is decoded as; `nil` if it is a branch or a collection.
    func decodedType(of member: Member) -> String? {
        guard !member.isCollection else { return nil }
        switch member.element {
        case .value(let type): return type
        case .declared(let id), .recurring(let id):
            return self[id].kind == .model ? self[id].name : nil
        }
    }
}

/// Whether a model can be decoded without a child.
enum Presence {
    case optional, unknown, required

    /// - Parameter type: the type of the child's value. Of an empty collection nothing is stored.
    init(ofValue type: String) {
        if type.last == "?" {
            self = .optional
            return
        }
        switch StoredType(type) {
        case .scalar(.serverTime), .array, .set, .dictionary: self = .optional
        case .scalar: self = .required
        case .unknown(let name): self = name.hasPrefix("KeySet<") ? .optional : .unknown
        }
    }
}
