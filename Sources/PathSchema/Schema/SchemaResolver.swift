/// Settles every name of a tree: the third stage.
///
/// It walks the tree once, in document order, and lists the types that have members. Then it makes the
/// phantom types' names differ, and checks what only the whole can tell: that no name hides another,
/// and that nodes which share a type agree on its shape.
public struct SchemaResolver {
    private var schema: Schema
    private var diagnostics: Diagnostics
    private var keyNames = KeyNames()
    private var phantoms: PhantomNames
    private var memberClashes = MemberClashes()
    private var models = UsedModels()
    /// The first node of each type that several nodes may share.
    private var shared: [SharedName: SharedType] = [:]

    /// What nodes share a type by: a `$name`, or a model.
    private struct SharedName: Hashable {
        let kind: ElementType.Kind
        let name: String
    }

    private struct SharedType {
        let index: Int
        let branch: Branch
        let range: SourceRange
    }

    /// - Returns: a schema that is good for generating code if `diagnostics` has no errors.
    public static func resolve(
        _ tree: SchemaTree, options: Options, reportingTo diagnostics: inout Diagnostics
    ) -> Schema {
        var resolver = SchemaResolver(
            schema: Schema(options: options, names: NameTable()), diagnostics: diagnostics,
            phantoms: PhantomNames(options: options))
        resolver.resolve(tree)
        diagnostics = resolver.diagnostics
        return resolver.schema
    }

    private init(schema: Schema, diagnostics: Diagnostics, phantoms: PhantomNames) {
        self.schema = schema
        self.diagnostics = diagnostics
        self.phantoms = phantoms
    }

    private mutating func resolve(_ tree: SchemaTree) {
        RuntimeRules.check(tree, options: schema.options, reportingTo: &diagnostics)
        let root = Declaration(
            kind: .root, base: schema.options.root ?? Options.defaultRoot, isPinned: true,
            range: tree.root.range
        )
        _ = declare(
            Branch(model: nil, children: tree.root.children), as: root,
            directives: tree.root.directives)
        linkRecurringTypes()
        phantoms.settle()
        phantoms.check(against: models, reportingTo: &diagnostics)
        RootRules.check(
            schema.options, against: models, besidesPhantom: isPhantom(Options.defaultRoot),
            reportingTo: &diagnostics)
        NamespaceRules(options: schema.options)
            .check(
                against: models, besidesPhantom: isPhantom(schema.options.namespace),
                root: tree.root.range, reportingTo: &diagnostics)
        for index in schema.types.indices where schema.types[index].kind == .phantom {
            schema.types[index].name = schema.names.name(of: phantoms[index])
        }
    }
}

// MARK: - Types

extension SchemaResolver {
    /// What is to be known of a type before its members.
    struct Declaration {
        let kind: ElementType.Kind
        /// The name that the key suggests, or the one that is pinned.
        let base: String
        let isPinned: Bool
        /// Where the name comes from.
        let range: SourceRange
        /// The type that this one's name is qualified with, if need be.
        var encloser: Int?
        /// The name that the key suggests for what any other key holds, in a mixed node.
        var elementBase: String?
    }

    /// Lists a type, and resolves its members.
    private mutating func declare(
        _ branch: Branch, as declaration: Declaration, directives: Directives
    ) -> Int {
        let index = schema.types.count
        let start = schema.members.count
        let range = start..<start + branch.children.count
        schema.types.append(
            ElementType(
                kind: declaration.kind, name: schema.names.name(of: declaration.base),
                members: range, documentation: name(of: directives[.doc])))
        phantoms.append(declaration)
        // Members of one type lie side by side, though those of the types below come in between.
        schema.members += repeatElement(.unresolved, count: branch.children.count)
        let singular = name(of: directives[.singular])
        for (position, child) in branch.children.enumerated() {
            schema.members[start + position] = resolve(
                child, in: index, singular: singular, of: declaration)
        }
        memberClashes.check(
            schema.members[range], of: branch.children, names: schema.names,
            reportingTo: &diagnostics)
        return index
    }

    /// The type of a branch: a new one, or the one that it shares with an earlier node.
    private mutating func element(of tree: Tree, _ branch: Branch, derived: Declaration) -> Element
    {
        guard let pinned = pinnedDeclaration(of: tree, branch, derived: derived) else {
            return .declared(declare(branch, as: derived, directives: tree.directives))
        }
        let name = SharedName(kind: pinned.kind, name: pinned.base)
        if let first = shared[name] {
            if !branch.hasSameShape(as: first.branch) {
                diagnostics.error(
                    "this \(Visible.quoted(pinned.base)) has other children than the first",
                    at: pinned.range, and: "the first is here", at: first.range,
                    advice: "nodes of one type have the same children; "
                        + "\"$name\" or another model tells them apart")
            }
            return .recurring(first.index)
        }
        shared[name] = SharedType(
            index: schema.types.count, branch: branch, range: pinned.range)
        return .declared(declare(branch, as: pinned, directives: tree.directives))
    }

    /// The declaration of a branch whose type the schema names, rather than its key.
    private mutating func pinnedDeclaration(
        of tree: Tree, _ branch: Branch, derived: Declaration
    ) -> Declaration? {
        let name =
            branch.model.map { Located($0.value.text, at: $0.range) } ?? tree.directives[.name]
        guard let name else { return nil }
        if let model = branch.model {
            models.note(model, canBePhantom: false)
        }
        return Declaration(
            kind: branch.model == nil ? .phantom : .model, base: name.value, isPinned: true,
            range: name.range, encloser: derived.encloser, elementBase: derived.elementBase)
    }

    /// Whether a phantom type has this name explicitly, so that leaves can mean it.
    private func isPhantom(_ name: String?) -> Bool {
        name.map { shared[SharedName(kind: .phantom, name: $0)] != nil } ?? false
    }

    /// Leaves that name a phantom type with a `$name` of its own are how a tree recurs.
    private mutating func linkRecurringTypes() {
        let phantoms = shared.filter { $0.key.kind == .phantom }
        guard !phantoms.isEmpty else { return }
        for index in schema.members.indices {
            if case .value(let name) = schema.members[index].element,
                let phantom = phantoms[SharedName(kind: .phantom, name: schema[name])]
            {
                schema.members[index].element = .recurring(phantom.index)
            }
        }
    }
}

// MARK: - Members

extension SchemaResolver {
    private mutating func resolve(
        _ child: Child, in owner: Int, singular: Name?, of declaration: Declaration
    ) -> Member {
        var tree = child.tree
        let start = schema.placeholders.count
        if case .wildcard(let placeholder) = child.key {
            append(placeholder, above: tree, since: start)
        }
        while case .collection(let placeholder, let element) = tree.shape {
            append(placeholder, above: element, since: start)
            tree = element
        }
        let placeholders = start..<schema.placeholders.count
        let names = memberNames(of: child, singular: singular, isCollection: !placeholders.isEmpty)
        return Member(
            key: child.isWildcard ? nil : schema.names.name(of: child.text.value),
            name: names.property,
            accessorName: names.accessor,
            placeholders: placeholders,
            element: element(
                at: tree, below: child, placeholders: placeholders, in: owner, of: declaration),
            documentation: name(of: child.tree.directives[.doc]),
            deprecation: name(of: child.tree.directives[.deprecated]))
    }

    /// Lists a placeholder, with a parameter that none since `start` has.
    private mutating func append(
        _ placeholder: Placeholder, above element: Tree, since start: Int
    ) {
        if let keyType = placeholder.keyType {
            models.note(keyType, canBePhantom: false)
        }
        let text = schema.names.name(of: placeholder.name.value)
        let parameter = keyNames.parameter(for: text, in: &schema.names)
        var unique = parameter
        var count = 1
        while schema.placeholders[start...].contains(where: { $0.parameter == unique }) {
            count += 1
            unique = schema.names.name(of: "\(schema[parameter])\(count)")
        }
        schema.placeholders.append(
            SchemaPlaceholder(
                text: text, parameter: unique,
                keyType: schema.names.name(of: (placeholder.keyType?.value ?? .string).text),
                documentation: name(of: element.directives[.doc]),
                deprecation: name(of: element.directives[.deprecated])))
    }

    private mutating func memberNames(
        of child: Child, singular: Name?, isCollection: Bool
    ) -> (property: Name, accessor: Name?) {
        if child.isWildcard {
            let name = singular ?? schema.names.name(of: "child")
            return (name, name)
        }
        let property = name(of: child.tree.directives[.member]) ?? derivedMember(for: child.text)
        guard isCollection else { return (property, nil) }
        return (
            property,
            name(of: child.tree.directives[.singular])
                ?? keyNames.singular(of: property, in: &schema.names)
        )
    }

    private mutating func derivedMember(for key: Located<String>) -> Name {
        let name = schema.names.name(of: key.value)
        if let member = keyNames.member(for: name, in: &schema.names) { return member }
        diagnostics.error(
            "no Swift name can be made of the key \(Visible.quoted(key.value))", at: key.range,
            advice:
                "\"$member\" gives it one, as in { \"$type\": \"Int\", \"$member\": \"hearts\" }")
        return name
    }

    private mutating func element(
        at tree: Tree, below child: Child, placeholders: Range<Int>, in owner: Int,
        of declaration: Declaration
    ) -> Element {
        switch tree.shape {
        case .leaf(let type):
            models.note(type, canBePhantom: true)
            return .value(schema.names.name(of: type.value.text))
        case .branch(let branch):
            var derived = Declaration(
                kind: .phantom,
                base: typeName(for: child, placeholders: placeholders, of: declaration),
                isPinned: false, range: child.text.range)
            derived.encloser = schema.types[owner].kind == .root ? nil : owner
            if placeholders.isEmpty {
                derived.elementBase = Namer.singular(derived.base)
            }
            return element(of: tree, branch, derived: derived)
        case .collection:
            preconditionFailure("collections have been peeled off")
        }
    }

    /// The name of a phantom type, as its key suggests it.
    private func typeName(
        for child: Child, placeholders: Range<Int>, of owner: Declaration
    ) -> String {
        guard child.isWildcard else {
            let member = child.tree.directives[.member]?.value
            let name =
                Namer.type(for: child.text.value) ?? member.map { Namer.type(for: $0) ?? $0 } ?? "_"
            return placeholders.isEmpty ? name : Namer.singular(name)
        }
        let placeholder = schema.placeholders[placeholders].last
        let fromPlaceholder = placeholder.flatMap { Namer.type(forPlaceholder: schema[$0.text]) }
        let candidates = [owner.elementBase, fromPlaceholder]
        return candidates.lazy.compactMap { $0 }.first { $0 != owner.base } ?? owner.base
            + "Element"
    }

    private mutating func name(of text: Located<String>?) -> Name? {
        text.map { schema.names.name(of: $0.value) }
    }
}
