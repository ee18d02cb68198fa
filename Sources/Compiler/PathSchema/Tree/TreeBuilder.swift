/// Builds a tree from JSON: the second stage of `SchemaCompiler`.
///
/// The builder classifies each key (child, placeholder, directive) and, once all keys of an object
/// are known, the object. Invalid members are reported and left out.
struct TreeBuilder {
    let document: JSONNode
    var diagnostics: Diagnostics
    var types = TypeReader()

    /// - Returns: `nil` if there is no usable root. If `diagnostics` contains errors, the tree has
    ///   gaps and only serves to find more errors.
    static func build(_ document: JSONNode, reportingTo diagnostics: inout Diagnostics) -> Tree? {
        var builder = TreeBuilder(document: document, diagnostics: diagnostics)
        let tree = builder.buildRoot()
        diagnostics = builder.diagnostics
        return tree
    }

    private init(document: JSONNode, diagnostics: Diagnostics) {
        self.document = document
        self.diagnostics = diagnostics
    }

    private mutating func buildRoot() -> Tree? {
        if let pasted = PastedDocument(document) {
            diagnostics.error(pasted.problem, at: document.range, advice: pasted.advice)
            return nil
        }
        switch document.value {
        case .object(let members):
            var root = Tree(key: "", keyRange: document.range, isWildcard: false)
            let place = NodePlace(kind: .root, depth: 0)
            return build(&root, from: members, of: document, at: place) ? root : nil
        case .invalid: return nil
        case .array, .string, .number, .boolean, .null:
            guard !document.isIncomplete else { return nil }
            diagnostics.error(
                "a schema must be an object, as in { \"name\": \"String\" }; this is \(document.description)",
                at: document.range)
            return nil
        }
    }
}

// MARK: - Nodes

extension TreeBuilder {
    /// Builds the node of a key from its value. Returns whether the value is a node.
    private mutating func build(
        _ node: inout Tree, from value: JSONNode, at place: NodePlace
    ) -> Bool {
        guard !isTooDeep(node, at: place) else { return false }
        switch value.value {
        case .string(let string): return buildLeaf(&node, from: string)
        case .object(let members): return build(&node, from: members, of: value, at: place)
        case .invalid: return false
        case .array, .number, .boolean, .null:
            reportUnsuitable(value)
            return false
        }
    }

    private mutating func buildLeaf(_ node: inout Tree, from string: JSONString) -> Bool {
        let type = types.read(
            string, as: "a leaf names one of your types, as in \"Message\" or \"[String: Bool]\"",
            reportingTo: &diagnostics)
        guard let type else { return false }
        node.content = .leaf(type)
        return true
    }

    private mutating func build(
        _ node: inout Tree, from members: [JSONMember], of object: JSONNode, at place: NodePlace
    ) -> Bool {
        var contents = NodeMembers(gaps: object.isIncomplete ? .children : .none)
        contents.children.reserveCapacity(members.count)
        for index in 0..<members.count {
            read(members[index], at: place, into: &contents)
        }
        return finish(&node, with: contents, at: place, object: object)
    }

    private mutating func read(
        _ member: JSONMember, at place: NodePlace, into contents: inout NodeMembers
    ) {
        switch KeyRules.kind(of: member.key.text) {
        case .child:
            readChild(member, at: place, into: &contents)
        case .placeholder:
            readWildcard(member, at: place, into: &contents)
        case .directive:
            readDirective(member, at: place, into: &contents)
        case .forbidden(let violation):
            if let foreign = ForeignKey(member.key.text) {
                diagnostics.error(foreign.problem, at: member.key.range, advice: foreign.advice)
            } else {
                diagnostics.error(
                    violation.message, at: member.key.range(of: violation.bytes),
                    advice: violation.advice)
            }
            readUnusable(member, at: place)
            contents.gaps = max(contents.gaps, .children)
        }
    }

    /// Reads the value of an invalid key, to report the errors inside of it.
    mutating func readUnusable(_ member: JSONMember, at place: NodePlace) {
        var unusable = Tree(key: member.key.text, keyRange: member.key.range, isWildcard: false)
        _ = build(&unusable, from: member.value, at: place.child(.child))
    }

    private mutating func readChild(
        _ member: JSONMember, at place: NodePlace, into contents: inout NodeMembers
    ) {
        if place.kind == .root, OptionsReader.isMeant(by: member) {
            diagnostics.error(
                "'options' would be a child of the root", at: member.key.range,
                advice: "did you mean \"$options\"?")
            contents.gaps = max(contents.gaps, .children)
            return
        }
        var child = Tree(key: member.key.text, keyRange: member.key.range, isWildcard: false)
        let isNode = build(&child, from: member.value, at: place.child(.child))
        if let foreign = ForeignKey(member.key.text), child.directives[.member] == nil {
            diagnostics.error(
                foreign.problem, at: member.key.range,
                advice: foreign.advice, foreign.wayOut)
            contents.gaps = max(contents.gaps, .children)
        } else if isNode, !member.isDuplicate {
            contents.children.append(child)
            contents.hasNamedChild = true
        } else {
            contents.gaps = max(contents.gaps, .children)
        }
    }

    private mutating func readWildcard(
        _ member: JSONMember, at place: NodePlace, into contents: inout NodeMembers
    ) {
        let placeholder = PlaceholderReader(key: member.key).read(reportingTo: &diagnostics)
        let range = member.key.range
        let first = contents.wildcard
        if let first, !member.isDuplicate {
            diagnostics.error(
                "an object can have only one placeholder", at: range,
                and: "the first is here", at: first,
                advice: "a placeholder matches any key, so both would match the same nodes")
        }
        contents.wildcard = first ?? range
        var wildcard = Tree(
            key: placeholder?.name ?? "", keyRange: range, isWildcard: true,
            keyType: placeholder?.keyType)
        if build(&wildcard, from: member.value, at: place.child(.element)), placeholder != nil,
            first == nil, !member.isDuplicate
        {
            contents.children.append(wildcard)
        } else {
            contents.gaps = max(contents.gaps, .children)
        }
    }

    /// Classifies an object, now that all its keys are known. Returns whether the object is a node.
    private mutating func finish(
        _ node: inout Tree, with contents: NodeMembers, at place: NodePlace, object: JSONNode
    ) -> Bool {
        if contents.gaps != .none {
            node.gaps = contents.hasNamedChild ? contents.gaps : .kind
            node.content = .branch(model: contents.type, children: contents.children)
        } else if contents.type == nil, !contents.hasNamedChild, contents.children.count == 1 {
            node.content = .collection(element: contents.children[0])
        } else if !contents.children.isEmpty {
            node.content = .branch(model: contents.type, children: contents.children)
        } else if let type = contents.type {
            node.content = .leaf(type)
        } else {
            reportNothing(in: object, at: place)
            return false
        }
        node.directives = contents.directives
        if !contents.directives.all.isEmpty {
            DirectiveRules.check(
                node, hasWildcard: contents.wildcard != nil, at: place, reportingTo: &diagnostics)
        }
        IndexRules.check(node, reportingTo: &diagnostics)
        DirectiveRules.checkType(of: node, reportingTo: &diagnostics)
        return true
    }
}
