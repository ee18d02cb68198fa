import PathSchema

/// How the names of a schema are spelled in code, each worked out once.
struct Spellings {
    private let identifiers: [String]
    private let literals: [String]

    init(_ schema: Schema) {
        identifiers = schema.names.texts.map(Identifier.declared)
        literals = schema.names.texts.map(SwiftLiteral.quoted)
    }

    /// The name of a member or a parameter: in back-ticks, if it is a keyword.
    subscript(name: Name) -> String { identifiers[name.position] }

    /// A key, as a string literal.
    func literal(_ key: Name) -> String { literals[key.position] }
}
