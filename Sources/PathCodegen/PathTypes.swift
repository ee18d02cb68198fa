import PathSchema

/// The Swift types of a schema's paths, as code outside of the namespace spells them.
struct PathTypes {
    /// The names of the schema's types, in their order.
    let names: [String]

    init(_ schema: Schema) {
        let namespace = schema.options.typeNamespace.map { Identifier.declaredType($0) + "." } ?? ""
        names = schema.types.map { type in
            switch type.kind {
            case .root: Identifier.declaredType(type.name)
            case .phantom: namespace + Identifier.declaredType(type.name)
            case .model: type.name
            }
        }
    }

    /// The name of what a path leads to in the end.
    func name(of element: Element) -> String {
        switch element {
        case .value(let name): name
        case .declared(let index), .recurring(let index): names[index]
        }
    }

    /// The path to a node: `Path<T>`, or as many collections around it as keys are still missing.
    func path(to node: SchemaNode) -> String {
        var type = "Path<\(name(of: node.member.element))>"
        for level in 0..<node.missingKeyCount {
            type = level == 0 ? "\(type).Collection" : "Path<\(type)>.Collection"
        }
        return type
    }
}
