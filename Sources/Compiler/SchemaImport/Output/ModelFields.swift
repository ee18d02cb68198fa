import PathSchema

/// A field of a struct.
struct ModelField {
    let key: String
    let name: String
    let type: String
    let comments: [String]
    /// Whether the server sets the field to the time of the write.
    let isServerTime: Bool
}

/// Determines the names and types of models' fields.
struct ModelFields {
    let models: [DraftModel]
    let choices: [DraftChoice]

    /// Returns the keys of the children that aren't fields of a model, a placeholder last.
    func others(of model: DraftModel) -> [String] {
        let names = model.node.children.filter { !$0.node.isField(isElement: model.isElement) }
            .map(\.key)
        return names
            + model.children.compactMap {
                if case .placeholder(let name, _) = $0.key { "<\(name)>" } else { nil }
            }
    }

    func fields(of model: DraftModel) -> [ModelField] {
        // Names that a Hashable type has already.
        var names: Set = ["hashValue"]
        return model.fields.map { child, node in
            var name = SwiftNames.member(for: child.key) ?? "field"
            if SwiftNames.member(for: child.key) == nil || !names.insert(name).inserted {
                name = name.numbered { names.insert($0).inserted }
            }
            let isOptional = child.isOptional && !node.isSet
            return ModelField(
                key: child.key, name: name, type: type(of: node) + (isOptional ? "?" : ""),
                comments: node.comments, isServerTime: child.node.shape == .leaf(.serverTime))
        }
    }

    private func type(of node: DraftNode) -> String {
        if let model = node.model { return models[model].name }
        if let choice = node.choice { return choices[choice].name }
        guard let element = node.children.first, let wildcard = node.imported.wildcard else {
            return node.type ?? "UnknownValue"
        }
        let key = wildcard.keyType ?? "String"
        if wildcard.isArray { return "[\(type(of: element))]" }
        return node.isSet ? "KeySet<\(key)>" : "[\(key): \(type(of: element))]"
    }
}

extension DraftNode {
    /// Whether the node is a set of keys, `{ "u1": true }`.
    var isSet: Bool { imported.wildcard?.node.shape == .leaf(.membership) }
}
