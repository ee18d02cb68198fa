import PathSchema

/// The names that a schema's generated code declares in its module.
struct ModuleNames {
    /// The top-level types, including the namespace and the root.
    private(set) var types: [String] = []

    /// The members of paths to the root, and the root's static `indexes`.
    private(set) var rootMembers: [Member] = []

    /// The members of paths to models whose children the schema lists.
    private(set) var modelMembers: [(model: String, members: [Member])] = []

    /// A property or an accessor.
    struct Member: Hashable {
        let name: String

        /// The type of an accessor's parameter; `nil` for a property.
        let keyType: String?

        var text: String { keyType == nil ? name : "\(name)(_:)" }
    }

    init(_ schema: Schema) {
        let options = schema.options
        types = [options.root, options.namespace].compactMap { $0 }
        for type in schema.types {
            switch type.kind {
            case .root: rootMembers = Self.members(of: type)
            case .model: modelMembers.append((type.name, Self.members(of: type)))
            case .phantom: if options.typeNamespace == nil { types.append(type.name) }
            }
        }
        if options.typeNamespace == nil {
            types += SharedMembers(schema).groups.map(\.protocolName)
        }
        if !schema.indexes.isEmpty { rootMembers.append(Member(name: "indexes", keyType: nil)) }
    }

    private static func members(of type: ElementType) -> [Member] {
        type.members.flatMap { member in
            let property = member.key == nil ? nil : Member(name: member.name, keyType: nil)
            let accessor = member.accessorName.map {
                Member(name: $0, keyType: member.placeholders.first?.keyType ?? "")
            }
            let kept = member.formerKeys.compactMap(\.name).map { Member(name: $0, keyType: nil) }
            let keptAccessors = member.formerKeys.compactMap(\.accessorName).map {
                Member(name: $0, keyType: member.placeholders.first?.keyType ?? "")
            }
            return [property, accessor].compactMap { $0 } + kept + keptAccessors
        }
    }
}
