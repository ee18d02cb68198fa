/// Makes a tree of a JSON document: the second stage.
///
/// It decides what each key is (a child's, a placeholder, a directive) and, once all keys of an object
/// are known, what the object is. What it can't make a node of it reports and leaves out.
struct TreeBuilder {
    private let document: JSONDocument
    private var diagnostics: Diagnostics
    private var types: TypeReader
    private var keys = KeyReader()
    private let directives: DirectiveReader
    private var tree = Tree()

    /// - Parameter names: the texts of the document, which gain those of its types.
    /// - Returns: `nil` if there is no root to build on. Where `diagnostics` has errors, the tree has
    ///   gaps and is good for nothing but finding more of them.
    static func build(
        _ document: JSONDocument, names: inout NameTable, reportingTo diagnostics: inout Diagnostics
    ) -> Tree? {
        guard let kind = document.nodes.first?.kind else { return nil }
        guard kind == .object else {
            if kind != .invalid, !document.nodes[0].isIncomplete {
                diagnostics.error(
                    "a schema is an object, as in { \"name\": \"String\" }; this is \(kind.withArticle)",
                    at: document.opening(of: 0))
            }
            return nil
        }
        var builder = TreeBuilder(
            document: document, diagnostics: diagnostics,
            types: TypeReader(document: document, names: names.take()),
            directives: DirectiveReader(document: document))
        builder.tree.reserveCapacity(document.nodes.count / 2)
        let root = Tree.Node(Located(.none, at: document.opening(of: 0)), isWildcard: false)
        let isBuilt = builder.buildObject(0, as: root, at: NodePlace(kind: .root, depth: 0)) != nil
        names = builder.types.names
        diagnostics = builder.diagnostics
        builder.tree.types = builder.types.types
        return isBuilt ? builder.tree : nil
    }

    private init(
        document: JSONDocument, diagnostics: Diagnostics, types: TypeReader,
        directives: DirectiveReader
    ) {
        self.document = document
        self.diagnostics = diagnostics
        self.types = types
        self.directives = directives
    }
}

/// Where a node stands, which decides what may be said of it.
struct NodePlace {
    enum Kind {
        case root, child, element
    }

    let kind: Kind
    /// How many keys lead to it.
    let depth: Int

    func child(_ kind: Kind) -> NodePlace {
        NodePlace(kind: kind, depth: depth + 1)
    }
}

// MARK: - Nodes

extension TreeBuilder {
    /// Builds the node that a key leads to, unless something is wrong with it.
    private mutating func buildNode(
        at key: Int, named name: Name, isWildcard: Bool, at place: NodePlace
    ) -> Int? {
        guard !isTooDeep(key, at: place) else { return nil }
        let value = key + 1
        let node = Tree.Node(
            Located(name, at: document.range(of: key)), isWildcard: isWildcard)
        switch document.nodes[value].kind {
        case .string: return buildLeaf(value, as: node)
        case .object: return buildObject(value, as: node, at: place)
        case .invalid: return nil
        case .array, .number, .boolean, .null:
            reportUnsuitable(value)
            return nil
        }
    }

    private mutating func buildLeaf(_ string: Int, as node: Tree.Node) -> Int? {
        let type = types.read(
            string, as: "a leaf names one of your types, as in \"Message\" or \"[String: Bool]\"",
            reportingTo: &diagnostics)
        guard let type else { return nil }
        var leaf = node
        leaf.shape = .leaf
        leaf.type = type
        return tree.append(leaf)
    }

    private mutating func buildObject(
        _ object: Int, as node: Tree.Node, at place: NodePlace
    ) -> Int? {
        let node = tree.append(node)
        var members = NodeMembers(gaps: document.nodes[object].isIncomplete ? .children : .none)
        for key in document.keys(of: object) {
            read(key, of: node, at: place, into: &members)
        }
        return settle(node, members, at: place, object: object) ? node : nil
    }

    private mutating func read(
        _ key: Int, of parent: Int, at place: NodePlace, into members: inout NodeMembers
    ) {
        let name = document.nodes[key].name
        switch KeyReader.kind(of: name, in: types.names) {
        case .child:
            let child = buildNode(
                at: key, named: name, isWildcard: false, at: place.child(.child))
            adopt(child, by: parent, key: key, &members)
        case .placeholder:
            readWildcard(name, key: key, of: parent, at: place, into: &members)
        case .directive:
            directives.read(
                types.names[name], at: key, of: place, into: &members, types: &types,
                reportingTo: &diagnostics)
        case .forbidden:
            reportForbidden(name, key: key)
            _ = buildNode(at: key, named: name, isWildcard: false, at: place.child(.child))
            members.gaps = max(members.gaps, .children)
        }
    }

    private mutating func readWildcard(
        _ name: Name, key: Int, of parent: Int, at place: NodePlace,
        into members: inout NodeMembers
    ) {
        let range = document.range(of: key)
        let placeholder = keys.placeholder(
            name, at: key, of: document, types: &types, reportingTo: &diagnostics)
        if let first = members.wildcard, !document.nodes[key].isDuplicate {
            diagnostics.error(
                "an object has one placeholder at most; this is a second", at: range,
                and: "the first is here", at: first,
                advice: "a placeholder stands for any key, so the two would mean the same nodes")
        }
        let isFirst = members.wildcard == nil
        members.wildcard = members.wildcard ?? range
        let child = buildNode(
            at: key, named: placeholder?.name ?? .none, isWildcard: true, at: place.child(.element))
        if let child, let keyType = placeholder?.keyType {
            tree.setKeyType(keyType, of: child)
        }
        adopt(placeholder != nil && isFirst ? child : nil, by: parent, key: key, &members)
    }

    /// Takes a child in, or notes that there is none where one should be.
    private mutating func adopt(
        _ child: Int?, by parent: Int, key: Int, _ members: inout NodeMembers
    ) {
        guard let child, !document.nodes[key].isDuplicate else {
            members.gaps = max(members.gaps, .children)
            return
        }
        tree.adopt(child, by: parent, behind: members.lastChild)
        members.lastChild = child
        if !tree[child].isWildcard {
            members.hasNamedChild = true
        }
    }

    /// Decides what an object is, now that all its keys are known. Returns whether it is a node.
    private mutating func settle(
        _ node: Int, _ members: NodeMembers, at place: NodePlace, object: Int
    ) -> Bool {
        tree[node].type = members.type
        let hasChildren = members.lastChild != nil
        if members.gaps != .none {
            tree[node].gaps = members.hasNamedChild ? members.gaps : .kind
        } else if hasChildren {
            let isCollection = members.type == nil && !members.hasNamedChild
            tree[node].shape = isCollection ? .collection : .branch
        } else if members.type != nil {
            tree[node].shape = .leaf
        } else {
            diagnostics.error(
                "an empty object says nothing", at: document.range(of: object),
                advice: "a node names a type, as in \"name\": \"String\", or has children")
            return false
        }
        if place.kind == .root {
            tree.options = members.options
        }
        if !members.directives.all.isEmpty {
            tree.setDirectives(members.directives, of: node)
            DirectiveRules.check(
                members.directives, of: tree[node], hasWildcard: members.wildcard != nil, at: place,
                reportingTo: &diagnostics)
        }
        return true
    }
}

// MARK: - Errors

extension TreeBuilder {
    private mutating func reportForbidden(_ name: Name, key: Int) {
        guard let violation = KeyRules.violation(in: types.names[name]) else { return }
        diagnostics.error(
            violation.message, at: document.range(of: violation.bytes, in: key),
            advice: violation.advice)
    }

    private mutating func isTooDeep(_ key: Int, at place: NodePlace) -> Bool {
        guard place.depth > KeyRules.maximumDepth else { return false }
        diagnostics.error(
            "this is nested deeper than \(KeyRules.maximumDepth) levels below the root",
            at: document.range(of: key), advice: "Firebase has no deeper paths")
        return true
    }

    private mutating func reportUnsuitable(_ index: Int) {
        let kind = document.nodes[index].kind
        guard !document.nodes[index].isIncomplete else { return }
        let advice =
            kind == .array
            ? "a list is a collection, as in { \"<id>\": \"Type\" }; a leaf of type \"[Type]\" holds one"
            : "a leaf names the Swift type of its value, as in \"String\" or \"Int?\""
        diagnostics.error(
            "\(kind.withArticle) can't be a node of a schema", at: document.opening(of: index),
            advice: advice)
    }
}
