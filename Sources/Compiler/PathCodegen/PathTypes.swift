import PathSchema

/// The Swift types of a schema's paths, as code outside of the namespace spells them.
struct PathTypes {
    /// The prefix of a generated type's name: the namespace and a dot, or empty.
    let namespace: String
    /// The names of the schema's types, in the schema's order.
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

    /// Returns the name of an element's type.
    subscript(element: Element) -> String {
        switch element {
        case .value(let name): name
        case .declared(let type), .recurring(let type): self[type]
        }
    }

    /// Returns the type of the path to a member or, after some of its keys, to an element.
    func path(to member: Member, afterKeys count: Int) -> String {
        PathType(to: self[member.element], keys: member.placeholders[count...]).text
    }

    /// Returns the type of the path to the root of a part.
    func path(to part: SchemaPart) -> String {
        part.member.map { path(to: $0.0, afterKeys: $0.keyCount) } ?? "Path<\(root)>"
    }
}

/// The type of a path.
struct PathType {
    /// The generic argument.
    let element: String
    /// The text after the generic argument.
    let suffix: String

    /// Creates the type of a path to an element, or to a collection around it if some keys are
    /// missing.
    init(to element: String, keys: ArraySlice<SchemaPlaceholder>) {
        guard let key = keys.first else {
            (self.element, suffix) = (element, "")
            return
        }
        self.element =
            keys.count == 1 ? element : PathType(to: element, keys: keys.dropFirst()).text
        suffix = key.hasTypeOfItsOwn ? ".KeyedCollection<\(key.keyType)>" : ".Collection"
    }

    var text: String { "Path<\(element)>\(suffix)" }

    /// The number of bytes that the type has in addition to `Path<>`.
    var byteCount: Int { element.utf8.count + suffix.utf8.count }
}
