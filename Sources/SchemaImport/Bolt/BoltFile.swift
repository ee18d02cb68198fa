/// What a Bolt file declares, as far as the shape of the data is concerned.
struct BoltFile: Equatable {
    var types: [String: TypeDeclaration] = [:]
    var paths: [PathDeclaration] = []

    indirect enum TypeExpression: Equatable {
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
        var line: Int
        var column: Int
    }

    struct Property: Equatable {
        var name: String
        var type: TypeExpression
    }

    struct PathDeclaration: Equatable {
        var components: [Component]
        var type: TypeExpression?
        var index: [String] = []
    }

    enum Component: Equatable {
        case key(String)
        /// `{uid}`: any key, which rules call by this name.
        case capture(String)
    }
}
