import PathSchema

/// Comparison of nodes with children.
extension SchemaComparison {
    /// The children of two nodes.
    struct Parents {
        let old: NodeChildren
        let new: NodeChildren
        let path: String

        var areModels: Bool { old.model != nil && new.model != nil }
    }

    mutating func compareChildren(
        _ oldChildren: NodeChildren, _ newChildren: NodeChildren, at path: String
    ) {
        let parents = Parents(old: oldChildren, new: newChildren, path: path)
        compareModels(oldChildren.model, newChildren.model, at: path)
        let newMembers = newChildren.members
        var positions: [ExactText: Int]?
        var isPaired = [Bool](repeating: false, count: newMembers.count)
        var removed: [Member] = []
        for (index, member) in oldChildren.members.enumerated() {
            guard let key = member.key else { continue }
            var position: Int?
            if index < newMembers.count, newMembers[index].key?.hasSameBytes(as: key) == true {
                position = index
            } else {
                let all = positions ?? Self.positions(of: newMembers)
                positions = all
                position = all[ExactText(key)]
            }
            if let position {
                isPaired[position] = true
                compareMembers(member, newMembers[position], in: parents)
            } else {
                removed.append(member)
            }
        }
        var added = newMembers.indices.filter { !isPaired[$0] && newMembers[$0].key != nil }
            .map { newMembers[$0] }
        compareRenamed(&removed, &added, in: parents)
        suggestRenames(removed, added, at: path)
        for member in removed { compareRemoved(member, in: parents) }
        for member in added { compareAdded(member, in: parents) }
        compareWildcards(in: parents)
    }

    private static func positions(of members: [Member]) -> [ExactText: Int] {
        var positions: [ExactText: Int] = [:]
        for (position, member) in members.enumerated() {
            if let key = member.key { positions[ExactText(key)] = position }
        }
        return positions
    }

    private mutating func compareModels(_ oldModel: String?, _ newModel: String?, at path: String) {
        switch (oldModel, newModel) {
        case (nil, nil): break
        case (let oldModel?, let newModel?): compareTypes(oldModel, newModel, at: path)
        case (nil, let newModel?): add(.modelAdded, at: path, "`\(newModel)` decodes the node")
        case (let oldModel?, nil):
            add(.modelRemoved, at: path, "`\(oldModel)` no longer decodes the node")
        }
    }
}

// MARK: - Children with keys

extension SchemaComparison {
    mutating func compareMembers(
        _ member: Member, _ newMember: Member, in parents: Parents
    ) {
        if member.isSameLeaf(as: newMember) { return }
        let path = parents.path.child(member.key ?? "")
        if member.deprecation == nil, newMember.deprecation != nil {
            add(.deprecated, at: path, "deprecated")
        }
        comparePresence(member, newMember, at: path, inModels: parents.areModels)
        compare(.member(member, keyCount: 0), .member(newMember, keyCount: 0), at: path)
    }

    /// Compares whether values may be missing.
    ///
    /// If the type of one is optional, a type of the app's needs a value without that: a value that
    /// is stored as nothing would need no question mark.
    private mutating func comparePresence(
        _ member: Member, _ newMember: Member, at path: String, inModels: Bool
    ) {
        guard !member.isCollection, !newMember.isCollection else { return }
        guard let type = old.decodedType(of: member),
            let newType = new.decodedType(of: newMember),
            (type.last == "?") != (newType.last == "?")
        else {
            let areValues = member.valueType != nil && newMember.valueType != nil
            if inModels, !areValues { compareNestedModels(member, newMember, at: path) }
            return
        }
        let isOptional = newType.last == "?"
        let presence = isOptional ? old.presence(of: member) : new.presence(of: newMember)
        guard presence != .optional else { return }
        let kind: ChangeKind =
            inModels
            ? isOptional ? .optionalInModel : .requiredInModel
            : isOptional ? .optional : .required
        // There are no rules for a type of the app's.
        let audiences: [Audience]? = presence == .unknown ? [.data, .clients] : nil
        add(kind, at: path, "\(type) → \(newType)", for: audiences)
    }

    /// Compares whether models inside of models may be missing.
    private mutating func compareNestedModels(
        _ member: Member, _ newMember: Member, at path: String
    ) {
        let (presence, newPresence) = (old.presence(of: member), new.presence(of: newMember))
        if presence == .required, newPresence == .unknown {
            add(.presenceUnknown, at: path, "has no required children", for: [.clients])
        } else if presence == .unknown, newPresence == .required {
            add(.presenceUnknown, at: path, "has required children", for: [.data, .rules])
        }
    }

    private mutating func compareRemoved(_ member: Member, in parents: Parents) {
        let key = member.key ?? ""
        let path = parents.path.child(key)
        let presence = parents.areModels ? old.presence(of: member) : .optional
        if presence != .optional {
            let kind = presence == .required ? ChangeKind.removedFromModel : .removedOfYours
            add(kind, at: path, "removed")
        }
        guard let wildcard = parents.new.wildcard else {
            let audiences: [Audience]? = presence == .optional ? nil : [.data, .rules]
            return add(.removed, at: path, "removed", for: audiences)
        }
        let isRead = reads(key, as: wildcard.placeholder, at: path, for: [.data, .rules])
        guard isRead else { return add(.removed, at: path, "removed", for: [.clients]) }
        compare(.member(member, keyCount: 0), wildcard.node, at: path)
    }

    private mutating func compareAdded(_ member: Member, in parents: Parents) {
        let key = member.key ?? ""
        let path = parents.path.child(key)
        var kind = ChangeKind.added
        if parents.areModels {
            switch new.presence(of: member) {
            case .required: kind = .addedToModel
            case .unknown: kind = .addedOfYours
            case .optional: break
            }
        }
        add(kind, at: path, "added")
        guard let wildcard = parents.old.wildcard,
            reads(key, as: wildcard.placeholder, at: path, for: [.clients])
        else { return }
        compare(wildcard.node, .member(member, keyCount: 0), at: path)
    }

    /// Returns whether a key of one schema is surely one of a wildcard's of the other.
    ///
    /// - Parameter audiences: the audiences that read the key as one of the wildcard's.
    private mutating func reads(
        _ key: String, as placeholder: SchemaPlaceholder, at path: String,
        for audiences: [Audience]
    ) -> Bool {
        let summary = "one of the keys of <\(placeholder.text)>"
        switch KeyType(placeholder.keyType) {
        case .text: return true
        case .integer(let range):
            if let number = Int64(key), String(number) == key, range.contains(number) {
                return true
            }
            add(.keysRefused, at: path, summary, for: audiences)
        case .uuid: add(.keysRefused, at: path, summary, for: audiences)
        case .unknown: add(.keysUnknown, at: path, summary)
        }
        return false
    }
}

extension Member {
    /// The type of the values at or below the member; `nil` if there are types with children.
    var valueType: String? {
        if case .value(let type) = element { type } else { nil }
    }

    /// Whether two members are leaves of one type, as most members are that are compared.
    fileprivate func isSameLeaf(as other: Member) -> Bool {
        guard placeholders.isEmpty, other.placeholders.isEmpty, other.deprecation == nil,
            case .value(let type) = element, case .value(let otherType) = other.element
        else { return false }
        return type.hasSameBytes(as: otherType)
    }
}
