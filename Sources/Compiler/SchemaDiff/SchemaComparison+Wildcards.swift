import PathSchema

/// Comparison of children with placeholders.
extension SchemaComparison {
    mutating func compareWildcards(in parents: Parents) {
        compareFields(of: parents.old, with: parents.new, at: parents.path, for: .data)
        compareFields(of: parents.new, with: parents.old, at: parents.path, for: .clients)
        switch (parents.old.wildcard, parents.new.wildcard) {
        case (nil, nil): break
        case (nil, let wildcard?):
            add(.added, at: parents.path.child("<\(wildcard.placeholder.text)>"), "added")
        case (let wildcard?, nil):
            let path = parents.path.child("<\(wildcard.placeholder.text)>")
            add(.removed, at: path, "removed")
        case (let wildcard?, let newWildcard?):
            let path = parents.path.child("<\(wildcard.placeholder.text)>")
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
        let placeholder = "<\(wildcard.placeholder.text)>"
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
