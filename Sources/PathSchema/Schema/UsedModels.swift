/// The types that a schema takes from the app, with the first place of each.
struct UsedModels {
    private var uses: [ExactText: SourceRange] = [:]
    /// The uses that can't mean a phantom type: inside another type, as a key, with children.
    private var certainUses: [ExactText: SourceRange] = [:]

    /// - Parameter canBePhantom: whether a phantom type may be meant, as by a leaf.
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

    /// Where a model of this name is used; a phantom type with a `$name` may be what leaves mean.
    func use(of name: String, besidesPhantom: Bool) -> SourceRange? {
        besidesPhantom ? certainUses[ExactText(name)] : uses[ExactText(name)]
    }
}
