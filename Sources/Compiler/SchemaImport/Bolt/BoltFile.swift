/// The declarations of a Bolt file that affect the shape of the data.
struct BoltFile: Equatable {
    var types: [String: TypeDeclaration] = [:]
    var paths: [PathDeclaration] = []
    /// The number of methods that control access or validate values.
    var ruleMethods = 0

    indirect enum TypeExpression: Hashable {
        case named(String, arguments: [TypeExpression])
        case union([TypeExpression])

        static func map(_ value: TypeExpression) -> TypeExpression {
            .named("Map", arguments: [.named("String", arguments: []), value])
        }
    }

    struct TypeDeclaration: Equatable {
        var parameters: [String] = []
        var base: TypeExpression?
        var properties: [Property] = []
        /// The offset of the name in bytes.
        var offset: Int
    }

    struct Property: Equatable {
        var name: String
        var type: TypeExpression
    }

    struct PathDeclaration: Equatable {
        var components: [Component]
        var type: TypeExpression?
        var index: [String] = []
        /// The offset of the expression in bytes.
        var offset: Int
    }

    enum Component: Equatable {
        case key(String)
        /// A capture `{uid}`, which matches any key and makes it available to rules.
        case capture(String)
    }
}

extension BoltFile {
    /// The key types of maps, other than the built-in ones.
    var keyTypes: Set<String> {
        var names: Set<String> = []
        func add(_ type: TypeExpression) {
            switch type {
            case .union(let members): members.forEach(add)
            case .named(let name, let arguments):
                if name == "Map", case .named(let key, _)? = arguments.first,
                    key != "String", key != "Number"
                {
                    names.insert(key)
                }
                arguments.forEach(add)
            }
        }
        for type in types.values {
            for property in type.properties { add(property.type) }
            type.base.map(add)
        }
        paths.compactMap(\.type).forEach(add)
        return names.subtracting(types.values.flatMap(\.parameters))
    }
}
