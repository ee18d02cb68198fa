import PathSchema

/// The Swift types of a schema's paths, as code outside of the namespace spells them.
struct PathTypes {
    /// The names of the schema's types, in their order.
    let names: [String]
    /// What stands before a generated type's name outside of the namespace; nothing, if there is none.
    let namespace: String
    private let schema: Schema

    init(_ schema: Schema) {
        let namespace = schema.options.typeNamespace.map { Identifier.declaredType($0) + "." } ?? ""
        self.namespace = namespace
        self.schema = schema
        names = schema.types.map { type in
            switch type.kind {
            case .root: Identifier.declaredType(schema[type.name])
            case .phantom: namespace + Identifier.declaredType(schema[type.name])
            case .model: schema[type.name]
            }
        }
    }

    /// The name of what a path leads to in the end.
    func name(of element: Element) -> String {
        switch element {
        case .value(let name): schema[name]
        case .declared(let index), .recurring(let index): names[index]
        }
    }

    /// The path to a member, or behind some of the keys that it takes to an element: `Path<T>`, or as
    /// many collections around it as keys are still missing.
    func path(to member: Member, behindKeys count: Int) -> PathType {
        PathType(
            name(of: member.element), inCollections: schema.placeholders(of: member).count - count)
    }
}
