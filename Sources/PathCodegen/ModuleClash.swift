import PathSchema

/// Declarations that the code of two schemas would both make in one module.
package struct ModuleClash {
    /// What both declare, for people.
    package let declarations: [String]

    /// How one of the schemas can give way.
    package let advice: String

    /// The clashes of two schemas.
    ///
    /// - Parameter root: a name for a root that one of them could have for its own.
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
        // A root of its own is a namespace, too.
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
