/// Makes one tree of several: a database described in one file per feature.
///
/// What two files both describe is merged child by child. Where they contradict each other, both places
/// are shown.
struct TreeMerger {
    private var tree: Tree
    private let names: NameTable
    private var diagnostics: Diagnostics

    /// - Returns: `nil` if there is no tree at all.
    static func merge(
        _ trees: [Tree], names: NameTable, reportingTo diagnostics: inout Diagnostics
    ) -> Tree? {
        guard let first = trees.first, trees.count > 1 else { return trees.first }
        var merger = TreeMerger(tree: first, names: names, diagnostics: diagnostics)
        for tree in trees.dropFirst() {
            merger.merge(tree)
        }
        diagnostics = merger.diagnostics
        return merger.tree
    }

    private mutating func merge(_ other: Tree) {
        merge(other.options)
        tree.types.merge(other.types) { first, _ in first }
        let root = tree.append(other)
        mergeDirectives(of: root, into: Tree.root)
        mergeChildren(of: root, into: Tree.root)
    }

    private mutating func merge(_ options: WrittenOptions) {
        for (name, value) in options.values {
            if name != .imports, let other = tree.options[name], other.value != value.value {
                diagnostics.error(
                    "the option \"\(name.rawValue)\" is \(Visible.quoted(other.value)) in another file",
                    at: value.range, and: "the other file says this", at: other.range)
            } else {
                tree.options.values.append((name, value))
            }
        }
    }
}

// MARK: - Nodes

extension TreeMerger {
    /// Makes a branch of a node, with the children of another besides its own.
    private mutating func mergeChildren(of node: Int, into merged: Int) {
        tree[merged].shape = .branch
        tree[merged].gaps = max(tree[node].gaps, tree[merged].gaps)
        var positions: [Name?: Int] = [:]
        var last: Int?
        for child in tree.children(of: merged) {
            positions[mergeKey(of: child)] = child
            last = child
        }
        // An array, since the children are about to be somebody else's.
        for child in Array(tree.children(of: node)) {
            if let other = positions[mergeKey(of: child)] {
                mergeChild(child, into: other)
            } else {
                positions[mergeKey(of: child)] = child
                tree.adopt(child, by: merged, behind: last)
                last = child
            }
        }
    }

    /// What the files call one and the same child: its key; any placeholder is one.
    private func mergeKey(of child: Int) -> Name? {
        tree[child].isWildcard ? nil : tree[child].key
    }

    private mutating func mergeChild(_ child: Int, into merged: Int) {
        if tree[child].isWildcard, !checkKeyTypes(of: child, and: merged) { return }
        merge(child, into: merged)
    }

    private mutating func merge(_ node: Int, into merged: Int) {
        mergeDirectives(of: node, into: merged)
        switch (tree[node].shape, tree[merged].shape) {
        case (.leaf, .leaf) where tree[node].type?.value == tree[merged].type?.value:
            return
        case (.collection, .collection):
            mergeChild(tree.element(of: node), into: tree.element(of: merged))
        case _ where canMerge(node, merged):
            mergeChildren(of: node, into: merged)
        default:
            reportContradiction(between: node, and: merged)
        }
    }

    /// Whether two nodes can have one's children and the other's: neither is a model, or both the same.
    private func canMerge(_ node: Int, _ other: Int) -> Bool {
        switch (tree[node].shape, tree[other].shape) {
        case (.leaf, .leaf), (.leaf, .collection), (.collection, .leaf): false
        default: tree[node].type?.value == tree[other].type?.value
        }
    }

    private mutating func mergeDirectives(of node: Int, into merged: Int) {
        let directives = tree.directives(of: node)
        guard !directives.all.isEmpty else { return }
        var all = tree.directives(of: merged)
        for directive in directives.all {
            guard let other = all[directive.name] else {
                all.append(directive)
                continue
            }
            if other.value != directive.text.value {
                diagnostics.error(
                    "\"\(directive.name.rawValue)\" says something else in another file",
                    at: directive.text.range, and: "the other file says this",
                    at: other.range)
            }
        }
        tree.setDirectives(all, of: merged)
    }
}

// MARK: - Contradictions

extension TreeMerger {
    private mutating func reportContradiction(between node: Int, and other: Int) {
        guard tree[node].gaps != .kind, tree[other].gaps != .kind else { return }
        diagnostics.error(
            "\(Visible.quoted(names[tree[node].key])) is \(description(of: node)) here, "
                + "and \(description(of: other)) in another file",
            at: tree[node].keyRange, and: "the other file describes it here",
            at: tree[other].keyRange,
            advice: "files can add children to one node, if they agree on its type")
    }

    /// What a node is, for a person.
    private func description(of node: Int) -> String {
        switch (tree[node].shape, tree[node].type) {
        case (.collection, _): "a collection"
        case (_, let type?): Visible.quoted(names[type.value])
        case (_, nil): "a branch"
        }
    }

    /// Checks that two wildcards take the same keys.
    private mutating func checkKeyTypes(of wildcard: Int, and other: Int) -> Bool {
        let type = keyType(of: wildcard)
        let otherType = keyType(of: other)
        if type == otherType { return true }
        diagnostics.error(
            "the keys here are of type \(Visible.quoted(type)), "
                + "and in another file of type \(Visible.quoted(otherType))",
            at: tree[wildcard].keyRange, and: "the other file says this", at: tree[other].keyRange)
        return false
    }

    private func keyType(of wildcard: Int) -> String {
        tree.keyType(of: wildcard).map { names[$0.value] } ?? TypeReference.string.text
    }
}
