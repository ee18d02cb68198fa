/// Makes one tree of several: a database described in one file per feature.
///
/// What two files both describe is merged child by child. Where they contradict each other, both places
/// are shown.
struct TreeMerger {
    private var diagnostics: Diagnostics

    /// - Returns: `nil` if there is no tree at all.
    static func merge(
        _ trees: [SchemaTree], reportingTo diagnostics: inout Diagnostics
    ) -> SchemaTree? {
        guard var merged = trees.first else { return nil }
        var merger = TreeMerger(diagnostics: diagnostics)
        for tree in trees.dropFirst() {
            merger.merge(tree.options, into: &merged.options)
            merger.mergeRoot(tree.root, into: &merged.root)
        }
        diagnostics = merger.diagnostics
        return merged
    }

    private mutating func merge(_ options: WrittenOptions, into merged: inout WrittenOptions) {
        for (name, value) in options.values {
            if name != .imports, let other = merged[name], other.value != value.value {
                diagnostics.error(
                    "the option \"\(name.rawValue)\" is \(Visible.quoted(other.value)) in another file",
                    at: value.range, and: "which says so here", at: other.range)
            } else {
                merged.values.append((name, value))
            }
        }
    }

    private mutating func mergeRoot(_ root: Tree, into merged: inout Tree) {
        merge(root.directives, into: &merged.directives)
        merged.shape = .branch(merge(root.children, into: merged.children))
    }
}

extension TreeMerger {
    private mutating func merge(_ children: [Child], into merged: [Child]) -> Branch {
        var positions: [[UInt8]: Int] = [:]
        for (position, child) in merged.enumerated() {
            positions[child.mergeKey] = position
        }
        var merged = merged
        for child in children {
            if let position = positions[child.mergeKey] {
                merge(child, into: &merged[position])
            } else {
                positions[child.mergeKey] = merged.count
                merged.append(child)
            }
        }
        return Branch(model: nil, children: merged)
    }

    private mutating func merge(_ child: Child, into merged: inout Child) {
        if case .wildcard(let placeholder) = child.key, case .wildcard(let other) = merged.key,
            !agree(placeholder, other)
        {
            return
        }
        merge(child.tree, into: &merged.tree, at: child.text, and: merged.text)
    }

    private mutating func merge(
        _ tree: Tree, into merged: inout Tree, at key: Located<String>, and other: Located<String>
    ) {
        merge(tree.directives, into: &merged.directives)
        switch (tree.shape, merged.shape) {
        case (.branch(let branch), .branch(let otherBranch))
        where branch.model?.value == otherBranch.model?.value:
            var both = merge(branch.children, into: otherBranch.children)
            both.model = otherBranch.model
            merged.shape = .branch(both)
        case (.collection(let placeholder, let element), .collection(let first, var both)):
            guard agree(placeholder, first) else { return }
            merge(element, into: &both, at: placeholder.name, and: first.name)
            merged.shape = .collection(first, of: both)
        case (.branch(let branch), .collection) where branch.model == nil:
            merged.shape = .branch(merge(tree.children, into: merged.children))
        case (.collection, .branch(let branch)) where branch.model == nil:
            merged.shape = .branch(merge(tree.children, into: merged.children))
        default:
            diagnostics.error(
                "\(Visible.quoted(key.value)) is something else in another file", at: key.range,
                and: "which describes it here", at: other.range,
                advice: "only objects can be merged, and those without a \"$type\" or with the same"
            )
        }
    }

    /// Checks that two placeholders take the same keys.
    private mutating func agree(_ placeholder: Placeholder, _ other: Placeholder) -> Bool {
        let type = placeholder.keyType?.value ?? .string
        let otherType = other.keyType?.value ?? .string
        if type == otherType { return true }
        diagnostics.error(
            "the keys here are of type \(Visible.quoted(type.text)), "
                + "and in another file of type \(Visible.quoted(otherType.text))",
            at: placeholder.name.range, and: "which says so here", at: other.name.range)
        return false
    }

    private mutating func merge(_ directives: Directives, into merged: inout Directives) {
        for (name, text) in directives.all {
            if let other = merged[name], other.value != text.value {
                diagnostics.error(
                    "\"\(name.rawValue)\" says something else in another file", at: text.range,
                    and: "which says so here", at: other.range)
            } else {
                merged[name] = text
            }
        }
    }
}

extension Child {
    /// What the files call one and the same child: the bytes of its key; any placeholder is one.
    fileprivate var mergeKey: [UInt8] {
        isWildcard ? [] : Array(text.value.utf8)
    }
}
