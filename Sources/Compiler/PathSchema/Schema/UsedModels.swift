/// The app's types that a schema uses, with the first use of each.
struct UsedModels {
    private var uses: [ExactText: SourceRange] = [:]
    /// The uses that can't refer to a phantom type: as a generic argument, as a key type, with
    /// children.
    private var certainUses: [ExactText: SourceRange] = [:]

    /// - Parameter canBePhantom: whether the use may refer to a phantom type, as a leaf's may.
    mutating func note(_ type: Located<TypeReference>, canBePhantom: Bool) {
        let names = type.value.lookedUpNames
        for index in 0..<names.count {
            let name = ExactText(names[index])
            if uses[name] == nil { uses[name] = type.range }
            if !canBePhantom || !type.value.isSingleName, certainUses[name] == nil {
                certainUses[name] = type.range
            }
        }
    }

    var names: Set<String> { Set(uses.keys.map(\.text)) }

    /// Returns the first use of a model.
    ///
    /// - Parameter besidesPhantom: whether leaves may refer to a phantom type with a `$name`
    ///   instead, and so don't count.
    func use(of name: String, besidesPhantom: Bool) -> SourceRange? {
        besidesPhantom ? certainUses[ExactText(name)] : uses[ExactText(name)]
    }
}
