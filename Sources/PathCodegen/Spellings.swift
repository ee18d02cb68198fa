import PathSchema

/// How the names of a schema are spelled in code.
struct Spellings: ~Copyable {
    private let schema: Schema
    private let texts: NameTexts
    /// By position, which names need back-ticks.
    private var keywords: [Keyword]
    /// The names that do, in back-ticks.
    private var quoted: [Name: Fragment] = [:]
    /// What stands before a generated type's name outside of the namespace; nothing, if there is none.
    private let namespace: String
    /// The types of the schema, as code outside of the namespace spells them.
    private(set) var types: [Fragment] = []
    /// What is written around an element for each number of collections that it is in.
    private var collections: [(open: Fragment, close: Fragment)] = [
        ("Path<", ">"), ("Path<", ">.Collection"),
    ]
    private var store = FragmentStore()

    private enum Keyword: UInt8 {
        case none
        /// For types only.
        case ofTypes
        /// For types, members and parameters.
        case ofDeclarations
    }

    /// - Parameter texts: those of the schema, for as long as there is this.
    init(_ schema: Schema, texts: NameTexts) {
        self.schema = schema
        self.texts = texts
        keywords = [Keyword](repeating: .none, count: schema.names.count)
        namespace = schema.options.typeNamespace.map { Identifier.declaredType($0) + "." } ?? ""
        mark(Identifier.typeModifiers, as: .ofTypes)
        mark(Identifier.keywords, as: .ofDeclarations)
        types.reserveCapacity(schema.types.count)
        for type in schema.types {
            switch type.kind {
            case .phantom where !namespace.isEmpty:
                types.append(qualified(Identifier.declaredType(schema[type.name])))
            case .phantom, .root: types.append(self.type(type.name))
            case .model: types.append(text(type.name))
            }
        }
    }

    private mutating func mark(_ words: Set<String>, as keyword: Keyword) {
        for word in words {
            guard let name = schema.names.known(word) else { continue }
            keywords[name.position] = keyword
            quoted[name] = store.add("`\(word)`")
        }
    }
}

extension Spellings {
    /// A name as it is.
    func text(_ name: Name) -> Fragment { Fragment(texts[name]) }

    /// The name of a member or a parameter.
    subscript(name: Name) -> Fragment {
        guard keywords[name.position] == .ofDeclarations else { return text(name) }
        return quoted[name] ?? text(name)
    }

    /// What stands between the quotes of a literal that means a key.
    mutating func literal(_ key: Name) -> Fragment {
        schema.names.isPlain(key) || texts[key].allSatisfy(\.isPlainInQuotes)
            ? text(key) : store.add(SwiftLiteral.escaped(schema[key]))
    }

    /// The name of a generated type, where it is declared.
    func type(_ name: Name) -> Fragment {
        guard keywords[name.position] != .none else { return text(name) }
        return quoted[name] ?? text(name)
    }

    /// The name of what a path leads to in the end.
    func element(_ element: Element) -> Fragment {
        switch element {
        case .value(let name): text(name)
        case .declared(let index), .recurring(let index): types[index]
        }
    }

    /// The path to an element, in so many collections of collections.
    mutating func path(to element: Fragment, inCollections depth: Int) -> PathType {
        while collections.count <= depth {
            let count = collections.count
            collections.append(
                (
                    store.add(String(repeating: "Path<", count: count)),
                    store.add(String(repeating: ">.Collection", count: count))
                ))
        }
        return PathType(
            open: collections[depth].open, element: element, close: collections[depth].close)
    }

    /// A text that is no name of the schema.
    mutating func made(_ text: String) -> Fragment { store.add(text) }

    /// The name of a generated declaration, as code outside of the namespace spells it.
    mutating func qualified(_ name: String) -> Fragment { store.add(namespace + name) }
}
