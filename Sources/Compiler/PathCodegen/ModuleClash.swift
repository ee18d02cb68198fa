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
