/// Makes one tree of several: a database described in one file per feature.
///
/// What two files both describe is merged child by child. Where they contradict each other, both places
/// are shown.
struct TreeMerger {
    private let names: NameTable
    private var diagnostics: Diagnostics

    /// - Returns: `nil` if there is no tree at all.
    static func merge(
        _ trees: [SchemaTree], names: NameTable, reportingTo diagnostics: inout Diagnostics
    ) -> SchemaTree? {
        guard var merged = trees.first else { return nil }
        var merger = TreeMerger(names: names, diagnostics: diagnostics)
        for tree in trees.dropFirst() {
            merger.merge(tree.options, into: &merged.options)
            merger.mergeRoot(tree.root, into: &merged.root)
            merged.nodeCount += tree.nodeCount
            merged.types.merge(tree.types) { first, _ in first }
        }
        diagnostics = merger.diagnostics
        return merged
    }

    private mutating func merge(_ options: WrittenOptions, into merged: inout WrittenOptions) {
        for (name, value) in options.values {
            if name != .imports, let other = merged[name], other.value != value.value {
                diagnostics.error(
                    "the option \"\(name.rawValue)\" is \(Visible.quoted(other.value)) in another file",
                    at: value.range, and: "the other file says this", at: other.range)
            } else {
                merged.values.append((name, value))
            }
        }
    }

    private mutating func mergeRoot(_ root: Tree, into merged: inout Tree) {
        merge(root.directives, into: &merged.directives)
        merged.shape = .branch(merge(root.asBranch, into: merged.asBranch))
    }
}

extension TreeMerger {
    private mutating func merge(_ branch: Branch, into merged: Branch) -> Branch {
        Branch(
            model: merged.model,
            children: merge(branch.children, into: merged.children),
            gaps: max(branch.gaps, merged.gaps))
    }

    private mutating func merge(_ children: [Child], into merged: [Child]) -> [Child] {
        var positions: [Name?: Int] = [:]
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
        return merged
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
        _ tree: Tree, into merged: inout Tree, at key: Located<Name>, and other: Located<Name>
    ) {
        merge(tree.directives, into: &merged.directives)
        switch (tree.shape, merged.shape) {
        case (.leaf(let type), .leaf(let otherType)) where type.value == otherType.value:
            return
        case (.collection(let placeholder, let element), .collection(let first, var both)):
            guard agree(placeholder, first) else { return }
            merge(element, into: &both, at: placeholder.name, and: first.name)
            merged.shape = .collection(first, of: both)
        case _ where canMerge(tree, merged):
            merged.shape = .branch(merge(tree.asBranch, into: merged.asBranch))
        default:
            guard !tree.isUncertain, !merged.isUncertain else { return }
            diagnostics.error(
                "\(Visible.quoted(names[key.value])) is \(description(of: tree)) here, "
                    + "and \(description(of: merged)) in another file",
                at: key.range, and: "the other file describes it here", at: other.range,
                advice: "files can add children to one node, if they agree on its type")
        }
    }

    /// Whether two nodes can have one's children and the other's: neither is a model, or both the same.
    private func canMerge(_ tree: Tree, _ other: Tree) -> Bool {
        switch (tree.shape, other.shape) {
        case (.leaf, .leaf), (.leaf, .collection), (.collection, .leaf): false
        default: tree.asBranch.model?.value == other.asBranch.model?.value
        }
    }

    /// What a node is, for a person.
    private func description(of tree: Tree) -> String {
        switch tree.shape {
        case .leaf(let type): Visible.quoted(names[type.value])
        case .branch(let branch):
            branch.model.map { Visible.quoted(names[$0.value]) } ?? "a branch"
        case .collection: "a collection"
        }
    }

    /// Checks that two placeholders take the same keys.
    private mutating func agree(_ placeholder: Placeholder, _ other: Placeholder) -> Bool {
        let type = placeholder.keyType.map { names[$0.value] } ?? TypeReference.string.text
        let otherType = other.keyType.map { names[$0.value] } ?? TypeReference.string.text
        if type == otherType { return true }
        diagnostics.error(
            "the keys here are of type \(Visible.quoted(type)), "
                + "and in another file of type \(Visible.quoted(otherType))",
            at: placeholder.name.range, and: "the other file says this", at: other.name.range)
        return false
    }

    private mutating func merge(_ directives: Directives, into merged: inout Directives) {
        for directive in directives.all {
            guard let other = merged[directive.name] else {
                merged.append(directive)
                continue
            }
            if other.value != directive.text.value {
                diagnostics.error(
                    "\"\(directive.name.rawValue)\" says something else in another file",
                    at: directive.text.range, and: "the other file says this",
                    at: other.range)
            }
        }
    }
}

extension Tree {
    /// The node as a branch: a collection is one with a wildcard only, and a leaf may be the model of
    /// children that another file has.
    fileprivate var asBranch: Branch {
        switch shape {
        case .leaf(let type): Branch(model: type, children: [])
        case .branch(let branch): branch
        case .collection: Branch(model: nil, children: children)
        }
    }

    fileprivate var isUncertain: Bool {
        if case .branch(let branch) = shape { branch.gaps == .kind } else { false }
    }

}

extension Child {
    /// What the files call one and the same child: its key; any placeholder is one.
    fileprivate var mergeKey: Name? {
        isWildcard ? nil : text.value
    }
}
