import PathSchema

/// How the names of a schema are spelled in code.
struct Spellings {
    private let names: NameTable
    /// By position, whether a name needs back-ticks as a member's or a parameter's.
    private var areKeywords: [Bool]

    init(_ names: NameTable) {
        self.names = names
        areKeywords = [Bool](repeating: false, count: names.texts.count)
        for keyword in Identifier.keywords {
            if let name = names.known(keyword) {
                areKeywords[name.position] = true
            }
        }
    }

    /// The name of a member or a parameter.
    subscript(name: Name) -> String {
        areKeywords[name.position] ? "`\(names[name])`" : names[name]
    }

    /// What stands between the quotes of a literal that means a key.
    func literal(_ key: Name) -> String {
        names.isPlain(key) ? names[key] : SwiftLiteral.escaped(names[key])
    }
}
