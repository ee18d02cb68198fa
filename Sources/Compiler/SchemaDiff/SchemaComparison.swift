import PathSchema

/// Compares what two schemas say of stored values, node by node.
///
/// Nodes are paired by their keys, and by `$was`. A type that many nodes share is compared where
/// it comes first.
struct SchemaComparison {
    private let old: Schema
    private let new: Schema
    private var list = ChangeList()
    private(set) var possibleRenames: [SchemaDiff.PossibleRename] = []
    private var compared: Set<TypePair> = []

    init(from old: Schema, to new: Schema) {
        self.old = old
        self.new = new
        compare(.type(old.root.id), .type(new.root.id), at: "")
    }

    var changes: [Change] { list.changes }

    private mutating func add(
        _ kind: ChangeKind, at path: String, _ summary: String, for audiences: [Audience]? = nil
    ) {
        list.add(kind, at: path, summary, for: audiences)
    }

    /// Compares two nodes and everything below.
    ///
    /// - Parameter path: the keys that lead to the old node.
    private mutating func compare(_ oldNode: ComparedNode, _ newNode: ComparedNode, at path: String)
    {
        switch (old.content(of: oldNode), new.content(of: newNode)) {
        case (.value(let oldType), .value(let newType)):
            compareTypes(oldType, newType, at: path)
        case (.children(let oldChildren), .children(let newChildren)):
            if let type = oldChildren.type, let newType = newChildren.type {
                let pair = TypePair(old: type.id, new: newType.id)
                guard compared.insert(pair).inserted else { return }
            }
            compareChildren(oldChildren, newChildren, at: path)
        case (.value(let oldType), .children(let newChildren)):
            compareKinds(oldType, newChildren, at: path)
        case (.children(let oldChildren), .value(let newType)):
            compareKinds(oldChildren, newType, at: path)
        }
    }
}

extension String {
    /// The type without question marks at its end.
    var unwrapped: Substring {
        var type = Substring(self)
        while type.last == "?" { type.removeLast() }
        return type
    }
}

// MARK: - Children

/// Comparison of nodes with children.
extension SchemaComparison {
    /// The children of two nodes.
    private struct Parents {
        let old: NodeChildren
        let new: NodeChildren
        let path: String

        var areModels: Bool { old.model != nil && new.model != nil }
    }

    private mutating func compareChildren(
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
    private mutating func compareMembers(
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
    /// Beside a `?` in the other schema, a type of the app's counts as required: if its values could
    /// be stored as nothing, the `?` would make no difference.
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
        let summary = "one of the keys of \(placeholder.pathKey)"
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

// MARK: - Renames

/// Comparison of children that had other keys.
extension SchemaComparison {
    /// Compares removed with added children that say by `$was` that they are the same.
    private mutating func compareRenamed(
        _ removed: inout [Member], _ added: inout [Member], in parents: Parents
    ) {
        guard added.contains(where: { !$0.formerKeys.isEmpty }) else { return }
        for newMember in added {
            for former in newMember.formerKeys {
                let position = removed.firstIndex { $0.key?.hasSameBytes(as: former.key) == true }
                guard let position, let newKey = newMember.key else { continue }
                let member = removed.remove(at: position)
                let path = parents.path.child(former.key)
                let isKept = former.name != nil || former.accessorName != nil
                add(
                    .renamed, at: path, "renamed to `\(newKey)`",
                    for: isKept ? nil : [.data, .clients, .rules])
                compareMembers(member, newMember, in: parents)
                added.removeAll { $0.key.hasSameBytes(as: newKey) }
            }
        }
    }

    /// Suggests the pairs of a removed and an added child whose shape no other of them has.
    private mutating func suggestRenames(
        _ removed: [Member], _ added: [Member], at path: String
    ) {
        guard !removed.isEmpty, !added.isEmpty else { return }
        let oldShapes = Dictionary(grouping: removed) { old.shape(of: $0) }
        let newShapes = Dictionary(grouping: added) { new.shape(of: $0) }
        for member in removed {
            let shape = old.shape(of: member)
            guard oldShapes[shape]?.count == 1, let others = newShapes[shape], others.count == 1,
                let oldKey = member.key, let newKey = others[0].key
            else { continue }
            possibleRenames.append(
                SchemaDiff.PossibleRename(
                    path: path.isEmpty ? "/" : path, oldKey: oldKey, newKey: newKey))
        }
    }
}

extension Schema {
    /// Returns a text that is the same for members with the same types at the same keys, to some
    /// depth.
    fileprivate func shape(of member: Member, depth: Int = 3) -> String {
        let keys = member.placeholders.map { "<\($0.keyType)>" }.joined()
        guard let id = member.element.type else {
            return keys + (member.valueType ?? "")
        }
        let type = self[id]
        let model = type.kind == .model ? type.name : ""
        guard depth > 0 else { return keys + model }
        let children = type.members.map { "\($0.key ?? "<>"):\(shape(of: $0, depth: depth - 1))" }
        return "\(keys)\(model){\(children.sorted().joined(separator: ","))}"
    }
}

// MARK: - Wildcards

/// Comparison of children with placeholders.
extension SchemaComparison {
    private mutating func compareWildcards(in parents: Parents) {
        compareFields(of: parents.old, with: parents.new, at: parents.path, for: .data)
        compareFields(of: parents.new, with: parents.old, at: parents.path, for: .clients)
        switch (parents.old.wildcard, parents.new.wildcard) {
        case (nil, nil): break
        case (nil, let wildcard?):
            add(.added, at: parents.path.child(wildcard.placeholder.pathKey), "added")
        case (let wildcard?, nil):
            let path = parents.path.child(wildcard.placeholder.pathKey)
            add(.removed, at: path, "removed")
        case (let wildcard?, let newWildcard?):
            let path = parents.path.child(wildcard.placeholder.pathKey)
            compareKeys(wildcard.placeholder, newWildcard.placeholder, at: path)
            compare(wildcard.node, newWildcard.node, at: path)
        }
    }

    /// Notes that fields of a model that have no path are read as elements.
    private mutating func compareFields(
        of stored: NodeChildren, with read: NodeChildren, at path: String, for audience: Audience
    ) {
        guard stored.model != nil, stored.wildcard == nil, let wildcard = read.wildcard else {
            return
        }
        let placeholder = wildcard.placeholder.pathKey
        add(
            .fieldsRead, at: path.child(placeholder), "fields become \(placeholder)",
            for: [audience])
    }

    private mutating func compareKeys(
        _ placeholder: SchemaPlaceholder, _ newPlaceholder: SchemaPlaceholder, at path: String
    ) {
        for index in placeholder.index where !newPlaceholder.index.contains(index) {
            add(.indexRemoved, at: path, "no index by `\(index)`")
        }
        for index in newPlaceholder.index where !placeholder.index.contains(index) {
            add(.indexAdded, at: path, "an index by `\(index)`")
        }
        let (type, newType) = (placeholder.keyType, newPlaceholder.keyType)
        if type.hasSameBytes(as: newType) { return }
        let (oldKeys, newKeys) = (KeyType(type), KeyType(newType))
        let summary = "keys: \(type) → \(newType)"
        func kind(_ reading: Reading) -> ChangeKind? {
            switch reading {
            case .all, .otherwise: nil
            case .unknown: .keysUnknown
            case .refused: .keysRefused
            }
        }
        let data = kind(Reading(of: oldKeys, as: newKeys))
        let clients = kind(Reading(of: newKeys, as: oldKeys))
        let rules = kind(Reading(ofWrites: oldKeys, byRulesFor: newKeys))
        if data == nil, clients == nil { add(.keysRead, at: path, summary) }
        if let data { add(data, at: path, summary, for: [.data]) }
        if let clients { add(clients, at: path, summary, for: [.clients]) }
        if let rules { add(rules, at: path, summary, for: [.rules]) }
    }
}

// MARK: - Types

/// Comparison of types of values, and of values with children.
extension SchemaComparison {
    private mutating func compareTypes(_ type: String, _ newType: String, at path: String) {
        if type.hasSameBytes(as: newType) || type.unwrapped == newType.unwrapped { return }
        compare(StoredType(type), StoredType(newType), at: path, "\(type) → \(newType)")
    }

    private mutating func compare(
        _ type: StoredType, _ newType: StoredType, at path: String, _ summary: String
    ) {
        let data = Reading(of: type, as: newType)
        let clients = Reading(of: newType, as: type)
        let rules = Reading(ofWrites: type, byRulesFor: newType)
        if data == .all, clients == .all { add(.valuesRead, at: path, summary) }
        add(data, at: path, summary, for: .data)
        add(clients, at: path, summary, for: .clients)
        add(rules, at: path, summary, for: .rules)
    }

    private mutating func add(
        _ reading: Reading, at path: String, _ summary: String, for audience: Audience
    ) {
        switch reading {
        case .all: break
        case .otherwise: add(.valuesReadOtherwise, at: path, summary, for: [audience])
        case .unknown: add(.valuesUnknown, at: path, summary, for: [audience])
        case .refused: add(.valuesRefused, at: path, summary, for: [audience])
        }
    }

    /// Compares a value with children.
    private mutating func compareKinds(_ type: String, _ newChildren: NodeChildren, at path: String)
    {
        let summary = "\(type) → \(newChildren.description)"
        if let model = newChildren.model, model.unwrapped == type.unwrapped {
            return add(.valuesRead, at: path, "children have paths")
        }
        let stored = StoredType(type)
        if let newStored = new.storedType(of: newChildren) {
            compare(stored, newStored, at: path, summary)
        } else {
            compareWithChildren(stored, of: newChildren, at: path, summary, isNew: false)
        }
    }

    /// Compares children with a value.
    private mutating func compareKinds(_ children: NodeChildren, _ newType: String, at path: String)
    {
        let summary = "\(children.description) → \(newType)"
        if let model = children.model, model.unwrapped == newType.unwrapped { return }
        let newStored = StoredType(newType)
        if let stored = old.storedType(of: children) {
            compare(stored, newStored, at: path, summary)
        } else {
            compareWithChildren(newStored, of: children, at: path, summary, isNew: true)
        }
    }

    private mutating func compareWithChildren(
        _ type: StoredType, of children: NodeChildren, at path: String, _ summary: String,
        isNew: Bool
    ) {
        switch type {
        case .scalar: add(.valuesRefused, at: path, summary)
        case .unknown:
            // There are no rules for a type of the app's.
            add(.valuesUnknown, at: path, summary, for: isNew ? [.data, .clients] : nil)
        case .array, .set, .dictionary:
            add(children.model == nil ? .reshaped : .valuesUnknown, at: path, summary)
        }
    }
}

extension NodeChildren {
    fileprivate var description: String {
        if let model { return model }
        if wildcard == nil { return "branch" }
        return type == nil ? "collection" : "mixed node"
    }
}
