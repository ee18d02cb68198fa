/// The types that a schema takes from the app, with the first place of each.
struct UsedModels {
    /// The schema's types, by their names.
    private let types: [Name: TypeReference]
    private var uses: [Name: SourceRange] = [:]
    /// The uses that can't mean a phantom type: inside of another type, as a key, with children.
    private var certainUses: [Name: SourceRange] = [:]
    /// For a type, whether its uses of either kind have been noted.
    private var noted = NameMap((any: false, certain: false))

    init(types: [Name: TypeReference]) {
        self.types = types
    }

    /// - Parameter canBePhantom: whether a phantom type may be meant, as by a leaf.
    mutating func note(_ type: Located<Name>, canBePhantom: Bool, names: NameTable) {
        let known = noted[type.value]
        guard !known.any || !canBePhantom && !known.certain else { return }
        noted[type.value] = (any: true, certain: known.certain || !canBePhantom)
        guard let reference = types[type.value] else { return }
        for name in reference.lookedUpNames.lazy.compactMap(names.known) {
            uses[name] = uses[name] ?? type.range
            if !canBePhantom || !reference.isSingleName {
                certainUses[name] = certainUses[name] ?? type.range
            }
        }
    }

    /// The names of all of them.
    var names: Dictionary<Name, SourceRange>.Keys { uses.keys }

    /// Where a model of this name is used; a phantom type with a `$name` may be what leaves mean.
    func use(of name: Name, besidesPhantom: Bool) -> SourceRange? {
        besidesPhantom ? certainUses[name] : uses[name]
    }
}
