import PathSchema

/// Comparison of types of values, and of values with children.
extension SchemaComparison {
    mutating func compareTypes(_ type: String, _ newType: String, at path: String) {
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
    mutating func compareKinds(_ type: String, _ newChildren: NodeChildren, at path: String) {
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
    mutating func compareKinds(_ children: NodeChildren, _ newType: String, at path: String) {
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
