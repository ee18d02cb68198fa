/// What another runtime library than TypedPaths can't express. Any other is taken to have the API of
/// FireSwift's `Path`: one root, keys that are strings, no collections of collections.
struct RuntimeRules {
    private let tree: Tree
    private let runtime: String
    private let names: NameTable

    static func check(
        _ tree: Tree, options: Options, names: NameTable,
        reportingTo diagnostics: inout Diagnostics
    ) {
        guard options.runtime != Options.typedPaths else { return }
        let rules = RuntimeRules(tree: tree, runtime: options.runtime, names: names)
        if options.root != nil {
            diagnostics.error(
                "\(rules.runtime) has no roots besides its own", at: tree[Tree.root].keyRange,
                advice: "leave out the option \"root\"")
        }
        rules.checkChildren(of: Tree.root, reportingTo: &diagnostics)
    }

    private func checkChildren(of node: Int, reportingTo diagnostics: inout Diagnostics) {
        for child in tree.children(of: node) {
            if tree[child].isWildcard {
                checkKeyType(of: child, reportingTo: &diagnostics)
            } else {
                checkMember(for: child, reportingTo: &diagnostics)
            }
            if tree[node].shape == .collection, tree[child].shape == .collection {
                diagnostics.error(
                    "\(runtime) has no collections of collections",
                    at: tree[tree.element(of: child)].keyRange,
                    advice: "TypedPaths has: leave out --runtime")
            }
            checkChildren(of: child, reportingTo: &diagnostics)
        }
    }

    private func checkKeyType(of wildcard: Int, reportingTo diagnostics: inout Diagnostics) {
        guard let keyType = tree.keyType(of: wildcard),
            names[keyType.value] != TypeReference.string.text
        else { return }
        diagnostics.error(
            "\(runtime) has no typed keys", at: keyType.range,
            advice: "write \"<\(names[tree[wildcard].key])>\", or leave out --runtime")
    }

    /// FireSwift's `rendered` is as good a match as a generated property of that name, so that each
    /// use would be ambiguous.
    private func checkMember(for child: Int, reportingTo diagnostics: inout Diagnostics) {
        let key = tree[child].key
        let name = tree.directives(of: child)[.member]?.value ?? Namer.member(for: names[key])
        guard name == "rendered" else { return }
        diagnostics.error(
            "\(runtime) has a property 'rendered' of its own", at: tree[child].keyRange,
            advice: "\"$member\" gives this one another name")
    }
}
