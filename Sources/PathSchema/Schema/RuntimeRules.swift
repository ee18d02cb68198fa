/// What another runtime library than TypedPaths can't express. Any other is taken to have the API of
/// FireSwift's `Path`: one root, keys that are strings, no collections of collections.
struct RuntimeRules {
    private let runtime: String
    private let names: NameTable

    static func check(
        _ tree: SchemaTree, options: Options, names: NameTable,
        reportingTo diagnostics: inout Diagnostics
    ) {
        guard options.runtime != Options.typedPaths else { return }
        let rules = RuntimeRules(runtime: options.runtime, names: names)
        if options.root != nil {
            diagnostics.error(
                "\(rules.runtime) has no roots besides its own", at: tree.root.range,
                advice: "leave out the option \"root\"")
        }
        rules.check(tree.root, below: nil, reportingTo: &diagnostics)
    }

    private func check(
        _ tree: Tree, below outer: Placeholder?, reportingTo diagnostics: inout Diagnostics
    ) {
        switch tree.shape {
        case .leaf: return
        case .collection(let placeholder, let element):
            if outer != nil {
                diagnostics.error(
                    "\(runtime) has no collections of collections", at: placeholder.name.range,
                    advice: "TypedPaths has: leave out --runtime")
            }
            check(placeholder, reportingTo: &diagnostics)
            check(element, below: placeholder, reportingTo: &diagnostics)
        case .branch(let branch):
            for child in branch.children {
                switch child.key {
                case .named(let key):
                    check(key, of: child, reportingTo: &diagnostics)
                    check(child.tree, below: nil, reportingTo: &diagnostics)
                case .wildcard(let placeholder):
                    check(placeholder, reportingTo: &diagnostics)
                    check(child.tree, below: nil, reportingTo: &diagnostics)
                }
            }
        }
    }

    private func check(_ placeholder: Placeholder, reportingTo diagnostics: inout Diagnostics) {
        guard let keyType = placeholder.keyType, names[keyType.value] != TypeReference.string.text
        else { return }
        diagnostics.error(
            "\(runtime) has no typed keys", at: keyType.range,
            advice: "write \"<\(names[placeholder.name.value])>\", or leave out --runtime")
    }

    /// FireSwift's `rendered` is as good a match as a generated property of that name, so that each
    /// use would be ambiguous.
    private func check(
        _ key: Located<Name>, of child: Child, reportingTo diagnostics: inout Diagnostics
    ) {
        let name = child.tree.directives[.member]?.value ?? Namer.member(for: names[key.value])
        guard name == "rendered" else { return }
        diagnostics.error(
            "\(runtime) has a property 'rendered' of its own", at: key.range,
            advice: "\"$member\" gives this one another name")
    }
}
