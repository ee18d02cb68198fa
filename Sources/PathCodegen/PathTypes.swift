import PathSchema

/// The Swift types of a schema's paths, as code outside of the namespace spells them.
struct PathTypes {
    /// The names of the schema's types, in their order.
    let names: [String]
    private let schema: Schema

    init(_ schema: Schema) {
        let namespace = schema.options.typeNamespace.map { Identifier.declaredType($0) + "." } ?? ""
        self.schema = schema
        names = schema.types.map { type in
            switch type.kind {
            case .root: Identifier.declaredType(schema[type.name])
            case .phantom: namespace + Identifier.declaredType(schema[type.name])
            case .model: schema[type.name]
            }
        }
    }

    /// The path to a member, or behind some of the keys that it takes to an element: `Path<T>`, or as
    /// many collections around it as keys are still missing.
    func path(to member: Member, behindKeys count: Int) -> String {
        let depth = member.placeholders.count - count
        let element = name(of: member.element)
        guard depth > 0 else { return "Path<\(element)>" }
        return String(repeating: "Path<", count: depth) + element
            + String(repeating: ">.Collection", count: depth)
    }

    /// The name of what a path leads to in the end.
    private func name(of element: Element) -> String {
        switch element {
        case .value(let name): schema[name]
        case .declared(let index), .recurring(let index): names[index]
        }
    }
}
