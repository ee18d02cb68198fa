import PathSchema

/// Declarations that two schemas would both generate in one module.
package struct ModuleClash {
    /// The descriptions of the clashing declarations, for a message.
    package let declarations: [String]

    /// Advice on changing one of the schemas.
    package let advice: String

    /// Returns the clashes between two schemas.
    ///
    /// - Parameter root: a suggested root type for one of the schemas.
    package static func all(between schema: Schema, and other: Schema, root: String) -> [Self] {
        let (names, otherNames) = (ModuleNames(schema), ModuleNames(other))
        let ownRoot = "give one of them a root of its own, \"$options\": { \"root\": \"\(root)\" }"
        var clashes: [Self] = []
        func report(_ declarations: [String], _ advice: String) {
            guard !declarations.isEmpty else { return }
            clashes.append(Self(declarations: declarations, advice: advice))
        }
        if schema.options.root == other.options.root {
            let others = Set(otherNames.rootMembers)
            report(
                names.rootMembers.filter(others.contains).map { Visible.quoted($0.text) }, ownRoot)
        }
        // A schema's own root type is a namespace, too.
        if clashes.isEmpty || schema.options.namespace != nil {
            let others = Set(otherNames.types)
            report(
                names.types.filter(others.contains).map { "the type \(Visible.quoted($0))" },
                "\(ownRoot), or another \"namespace\" or \"typePrefix\"")
        }
        for (model, members) in names.modelMembers {
            let same = otherNames.modelMembers.filter { $0.model == model }
            let others = Set(same.flatMap(\.members))
            report(
                members.filter(others.contains).map { Visible.quoted("\(model).\($0.text)") },
                "list the children of \(model) in one of them only")
        }
        return clashes
    }
}

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
