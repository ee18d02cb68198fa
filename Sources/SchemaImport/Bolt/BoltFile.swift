/// The declarations of a Bolt file that concern the shape of the data.
struct BoltFile: Equatable {
    var types: [String: TypeDeclaration] = [:]
    var paths: [PathDeclaration] = []
    /// How many methods say who may read and write what, and which values are valid.
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
        /// Where its name is, in bytes.
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
        /// Where it begins, in bytes.
        var offset: Int
    }

    enum Component: Equatable {
        case key(String)
        /// `{uid}`: any key, which rules call by this name.
        case capture(String)
    }
}

extension BoltFile {
    /// The types of the keys of maps, other than the built-in ones.
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
