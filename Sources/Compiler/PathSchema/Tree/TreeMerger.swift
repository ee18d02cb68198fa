/// Merges several trees, for a database that is described in one file per feature.
///
/// Nodes that two files describe are merged child by child. Contradictions between files are
/// reported with both places.
struct TreeMerger {
    private var diagnostics: Diagnostics

    /// - Returns: `nil` if there are no trees.
    static func merge(_ trees: [Tree], reportingTo diagnostics: inout Diagnostics) -> Tree? {
        guard var merged = trees.first else { return nil }
        var merger = TreeMerger(diagnostics: diagnostics)
        for tree in trees.dropFirst() {
            merger.mergeOptions(of: tree, into: &merged)
            merger.mergeDirectives(of: tree, into: &merged)
            merger.mergeChildren(of: tree, into: &merged)
        }
        diagnostics = merger.diagnostics
        return merged
    }

    private mutating func mergeOptions(of tree: Tree, into merged: inout Tree) {
        for (name, value) in tree.directives.options.values {
            if name != .imports, let other = merged.directives.options[name],
                other.value != value.value
            {
                diagnostics.error(
                    "the option \"\(name.rawValue)\" is \(Visible.quoted(other.value)) in another file",
                    at: value.range, and: "the other one is here", at: other.range)
            } else {
                merged.directives.options.values.append((name, value))
            }
        }
    }
}

// MARK: - Nodes

extension TreeMerger {
    /// A child's identity across files: its key, or the wildcard.
    private enum ChildKey: Hashable {
        case named(ExactText)
        case wildcard

        init(of child: Tree) {
            self = child.isWildcard ? .wildcard : .named(ExactText(child.key))
        }
    }

    /// Adds the children of a node to another, which becomes a branch.
    private mutating func mergeChildren(of node: Tree, into merged: inout Tree) {
        var children = merged.children
        var positions: [ChildKey: Int] = [:]
        for (position, child) in children.enumerated() {
            positions[ChildKey(of: child)] = position
        }
        for child in node.children {
            if let position = positions[ChildKey(of: child)] {
                merge(child, into: &children[position])
            } else {
                positions[ChildKey(of: child)] = children.count
                children.append(child)
            }
        }
        merged.content = .branch(model: merged.type, children: children)
        merged.gaps = max(node.gaps, merged.gaps)
    }

    private mutating func merge(_ node: Tree, into merged: inout Tree) {
        if node.isWildcard, !checkKeyTypes(of: node, and: merged) { return }
        mergeDirectives(of: node, into: &merged)
        switch (node.content, merged.content) {
        case (.leaf(let type), .leaf(let other)) where type.value == other.value:
            return
        case (.collection(let element), .collection(var other)):
            merge(element, into: &other)
            merged.content = .collection(element: other)
        case _ where canMerge(node, merged):
            mergeChildren(of: node, into: &merged)
        default:
            reportContradiction(between: node, and: merged)
        }
    }

    /// Whether two nodes can be merged: neither is a model, or both are the same model.
    private func canMerge(_ node: Tree, _ other: Tree) -> Bool {
        switch (node.content, other.content) {
        case (.leaf, .leaf), (.leaf, .collection), (.collection, .leaf): false
        default: node.type?.value == other.type?.value
        }
    }

    private mutating func mergeDirectives(of node: Tree, into merged: inout Tree) {
        if let index = node.directives.index {
            merged.directives.index = merged.directives.index?.merged(with: index) ?? index
        }
        if let keys = node.directives.formerKeys {
            merged.directives.formerKeys = merged.directives.formerKeys?.merged(with: keys) ?? keys
        }
        for directive in node.directives.all {
            guard let other = merged.directives[directive.name] else {
                merged.directives.all.append(directive)
                continue
            }
            if other.value != directive.text.value {
                diagnostics.error(
                    "\"\(directive.name.rawValue)\" is different in another file",
                    at: directive.text.range, and: "the other one is here", at: other.range)
            }
        }
    }
}

// MARK: - Contradictions

extension TreeMerger {
    private mutating func reportContradiction(between node: Tree, and other: Tree) {
        guard node.gaps != .kind, other.gaps != .kind else { return }
        diagnostics.error(
            "\(Visible.quoted(node.key)) is \(description(of: node)) here, "
                + "and \(description(of: other)) in another file",
            at: node.keyRange, and: "the other file describes it here", at: other.keyRange,
            advice: "several files can add children to a node if they agree on its type")
    }

    /// Returns the kind of a node, for a message.
    private func description(of node: Tree) -> String {
        switch node.content {
        case .collection: "a collection"
        case .branch(model: nil, _): "a branch"
        case .leaf(let type), .branch(let type?, _): Visible.quoted(type.value.text)
        }
    }

    /// Checks that two wildcards have the same key type.
    private mutating func checkKeyTypes(of wildcard: Tree, and other: Tree) -> Bool {
        let type = wildcard.keyType?.value ?? .string
        let otherType = other.keyType?.value ?? .string
        if type == otherType { return true }
        diagnostics.error(
            "the keys are of type \(Visible.quoted(type.text)) here, "
                + "and of type \(Visible.quoted(otherType.text)) in another file",
            at: wildcard.keyRange, and: "the other one is here", at: other.keyRange)
        return false
    }
}
