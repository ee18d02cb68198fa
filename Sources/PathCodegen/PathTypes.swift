import PathSchema

/// The Swift types of a schema's paths, as code outside of the namespace spells them.
struct PathTypes {
    /// What comes before a generated type's name: the namespace and a dot, or nothing.
    let namespace: String
    /// The names of the schema's types, in their order.
    private let names: [String]

    init(_ schema: Schema) {
        let namespace = schema.options.typeNamespace.map { Identifier.declaredType($0) + "." } ?? ""
        self.namespace = namespace
        names = schema.types.map { type in
            switch type.kind {
            case .root: Identifier.declaredType(type.name)
            case .phantom: namespace + Identifier.declaredType(type.name)
            case .model: type.name
            }
        }
    }

    var root: String { names[0] }

    subscript(type: ElementType.ID) -> String { names[type.index] }

    /// The name of what a path leads to in the end.
    subscript(element: Element) -> String {
        switch element {
        case .value(let name): name
        case .declared(let type), .recurring(let type): self[type]
        }
    }

    /// The path to the place that a part of a schema begins at.
    func path(to part: SchemaPart) -> String {
        part.member.map { path(to: $0.0, afterKeys: $0.keyCount) } ?? "Path<\(root)>"
    }

    /// The path to a member, or, after some of the keys that it takes, to an element.
    func path(to member: Member, afterKeys count: Int) -> String {
        Self.path(to: self[member.element], inCollections: member.placeholders.count - count)
    }

    /// The path to an element, or to so many collections around it as keys are still missing.
    static func path(to element: String, inCollections depth: Int) -> String {
        switch depth {
        case 0: "Path<\(element)>"
        case 1: "Path<\(element)>.Collection"
        default: "Path<\(path(to: element, inCollections: depth - 1))>.Collection"
        }
    }
}
