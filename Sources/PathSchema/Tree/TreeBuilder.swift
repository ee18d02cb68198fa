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

    /// - Parameter names: the texts of the document, which gain those of its types.
    /// - Returns: `nil` if there is no root to build on. Where `diagnostics` has errors, the tree has
    ///   gaps and is good for nothing but finding more of them.
    static func build(
        _ document: JSONDocument, names: inout NameTable, reportingTo diagnostics: inout Diagnostics
    ) -> SchemaTree? {
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
        let tree = builder.buildRoot()
        names = builder.types.names
        diagnostics = builder.diagnostics
        return tree
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

    private mutating func buildRoot() -> SchemaTree? {
        let place = NodePlace(kind: .root, depth: 0)
        let members = readMembers(of: 0, at: place)
        guard let root = makeTree(of: members, at: place, object: 0) else { return nil }
        return SchemaTree(
            root: root, options: members.options, types: types.types,
            nodeCount: document.nodes.count / 2)
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
    private mutating func buildNode(_ index: Int, at place: NodePlace) -> Tree? {
        switch document.nodes[index].kind {
        case .string:
            return types.read(
                index,
                as: "a leaf names one of your types, as in \"Message\" or \"[String: Bool]\"",
                reportingTo: &diagnostics
            )
            .map { Tree(shape: .leaf($0), directives: Directives(), range: $0.range) }
        case .object:
            return makeTree(of: readMembers(of: index, at: place), at: place, object: index)
        case .invalid:
            return nil
        case .array, .number, .boolean, .null:
            reportUnsuitable(index)
            return nil
        }
    }

    private mutating func readMembers(of object: Int, at place: NodePlace) -> NodeMembers {
        var members = NodeMembers(
            gaps: document.nodes[object].isIncomplete ? .children : .none)
        members.children.reserveCapacity(document.keyCount(of: object))
        for key in document.keys(of: object) {
            let name = document.nodes[key].name
            switch keys.kind(of: name, in: types.names) {
            case .directive:
                directives.read(
                    types.names[name], at: key, of: place, into: &members, types: &types,
                    reportingTo: &diagnostics)
            case .placeholder:
                readWildcard(name, key: key, at: place, into: &members)
            case .child:
                readChild(name, key: key, at: place, into: &members)
            case .forbidden:
                reportForbidden(name, key: key)
                _ = buildChild(of: key, at: place.child(.child))
                members.gaps = max(members.gaps, .children)
            }
        }
        return members
    }

    private mutating func readChild(
        _ name: Name, key: Int, at place: NodePlace, into members: inout NodeMembers
    ) {
        let tree = buildChild(of: key, at: place.child(.child))
        guard let tree, !document.nodes[key].isDuplicate else {
            members.gaps = max(members.gaps, .children)
            return
        }
        members.children.append(
            Child(key: .named(Located(name, at: document.range(of: key))), tree: tree))
    }

    private mutating func reportForbidden(_ name: Name, key: Int) {
        guard let violation = KeyRules.violation(in: types.names[name]) else { return }
        diagnostics.error(
            violation.message, at: document.range(of: violation.bytes, in: key),
            advice: violation.advice)
    }

    private mutating func readWildcard(
        _ name: Name, key: Int, at place: NodePlace, into members: inout NodeMembers
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
        let tree = buildChild(of: key, at: place.child(.element))
        guard let tree, let placeholder, isFirst else {
            members.gaps = max(members.gaps, .children)
            return
        }
        members.children.append(Child(key: .wildcard(placeholder), tree: tree))
    }

    private mutating func buildChild(of key: Int, at place: NodePlace) -> Tree? {
        isTooDeep(key, at: place) ? nil : buildNode(key + 1, at: place)
    }

    private mutating func isTooDeep(_ key: Int, at place: NodePlace) -> Bool {
        guard place.depth > KeyRules.maximumDepth else { return false }
        diagnostics.error(
            "this is nested deeper than \(KeyRules.maximumDepth) levels below the root",
            at: document.range(of: key), advice: "Firebase has no deeper paths")
        return true
    }

    /// Decides what an object is, now that all its keys are known.
    private mutating func makeTree(of members: NodeMembers, at place: NodePlace, object: Int)
        -> Tree?
    {
        guard let shape = shape(of: members) else {
            diagnostics.error(
                "an empty object says nothing", at: document.range(of: object),
                advice: "a node names a type, as in \"name\": \"String\", or has children")
            return nil
        }
        let tree = Tree(
            shape: shape, directives: members.directives, range: document.opening(of: object))
        DirectiveRules.check(tree, at: place, reportingTo: &diagnostics)
        return tree
    }

    private func shape(of members: NodeMembers) -> Tree.Shape? {
        guard members.gaps == .none else {
            let hasNames = members.children.contains { !$0.isWildcard }
            let gaps = hasNames ? members.gaps : .kind
            return .branch(Branch(model: members.type, children: members.children, gaps: gaps))
        }
        if members.children.isEmpty { return members.type.map { .leaf($0) } }
        if members.type == nil, members.children.count == 1,
            case .wildcard(let placeholder) = members.children[0].key
        {
            return .collection(placeholder, of: members.children[0].tree)
        }
        return .branch(Branch(model: members.type, children: members.children))
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
