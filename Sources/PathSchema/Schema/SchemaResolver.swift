/// Settles every name of a tree: the third stage.
///
/// It walks the tree once, in document order, and lists the types that have members. Then it makes the
/// phantom types' names differ, and checks what only the whole can tell: that no name hides another,
/// and that nodes which share a type agree on its shape.
struct SchemaResolver {
    private var schema: Schema
    private var diagnostics: Diagnostics
    private var keyNames = KeyNames()
    private var phantoms: PhantomNames
    private var memberClashes = MemberClashes()
    private var models: UsedModels
    /// The name `String`, of keys without a type of their own.
    private let string: Name
    /// The name `child`, of a wildcard's accessor.
    private let child: Name
    /// The first node of each type that several nodes may share.
    private var shared: [SharedName: SharedType] = [:]

    /// What nodes share a type by: a `$name`, or a model.
    private struct SharedName: Hashable {
        let kind: ElementType.Kind
        let name: Name
    }

    private struct SharedType {
        let index: Int
        let branch: Branch
        let range: SourceRange
    }

    /// - Parameter names: the texts of the tree.
    /// - Returns: a schema that is good for generating code if `diagnostics` has no errors.
    static func resolve(
        _ tree: SchemaTree, options: Options, names: consuming NameTable,
        reportingTo diagnostics: inout Diagnostics
    ) -> Schema {
        var resolver = SchemaResolver(
            schema: Schema(options: options, names: names), diagnostics: diagnostics,
            models: UsedModels(types: tree.types))
        resolver.resolve(tree)
        diagnostics = resolver.diagnostics
        return resolver.schema
    }

    private init(schema: consuming Schema, diagnostics: Diagnostics, models: UsedModels) {
        string = schema.names.name(of: TypeReference.string.text)
        child = schema.names.name(of: "child")
        phantoms = PhantomNames(options: schema.options)
        self.schema = schema
        self.diagnostics = diagnostics
        self.models = models
    }

    private mutating func resolve(_ tree: SchemaTree) {
        schema.members.reserveCapacity(tree.nodeCount)
        RuntimeRules.check(
            tree, options: schema.options, names: schema.names, reportingTo: &diagnostics)
        let root = Declaration(
            kind: .root, base: schema.names.name(of: schema.options.root ?? Options.defaultRoot),
            isPinned: true, range: tree.root.range)
        _ = declare(
            Branch(model: nil, children: tree.root.children), as: root,
            directives: tree.root.directives)
        linkRecurringTypes()
        phantoms.settle(in: &schema.names)
        phantoms.check(against: models, names: schema.names, reportingTo: &diagnostics)
        checkOptions(root: tree.root.range)
        for index in schema.types.indices where schema.types[index].kind == .phantom {
            schema.types[index].name = phantoms[index]
        }
    }
}

// MARK: - Types

extension SchemaResolver {
    /// What is to be known of a type before its members.
    struct Declaration {
        let kind: ElementType.Kind
        /// The name that the key suggests, or the one that is pinned.
        let base: Name
        let isPinned: Bool
        /// Where the name comes from.
        let range: SourceRange
        /// Whether an error hides what the node really is.
        var isUncertain = false
        /// The type that this one's name is qualified with, if need be.
        var encloser: Int?
        /// The name that the key suggests for what any other key holds, in a mixed node.
        var elementBase: Name?
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
                kind: declaration.kind, name: declaration.base,
                members: range, documentation: name(of: directives[.doc])))
        phantoms.append(declaration, in: &schema.names)
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
                    "this \(Visible.quoted(schema[pinned.base])) has other children than the first",
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
        let pinned = tree.directives[.name].map {
            Located(schema.names.name(of: $0.value), at: $0.range)
        }
        guard let name = branch.model ?? pinned else { return nil }
        if let model = branch.model {
            models.note(model, canBePhantom: false, names: schema.names)
        }
        return Declaration(
            kind: branch.model == nil ? .phantom : .model, base: name.value, isPinned: true,
            range: name.range, encloser: derived.encloser, elementBase: derived.elementBase)
    }

    /// Checks the names that the options give, or leave as they are, against the app's types.
    private mutating func checkOptions(root: SourceRange) {
        RootRules.check(
            schema.options, use: useOfModel(Options.defaultRoot), reportingTo: &diagnostics)
        if let namespace = schema.options.namespace {
            NamespaceRules(options: schema.options)
                .check(
                    namespace, use: useOfModel(namespace), root: root, reportingTo: &diagnostics)
        }
    }

    /// Where a type of the app's is used. Leaves may mean a phantom type that has the name explicitly.
    private mutating func useOfModel(_ text: String) -> SourceRange? {
        let name = schema.names.name(of: text)
        let isPhantom = shared[SharedName(kind: .phantom, name: name)] != nil
        return models.use(of: name, besidesPhantom: isPhantom)
    }

    /// Leaves that name a phantom type with a `$name` of its own are how a tree recurs.
    private mutating func linkRecurringTypes() {
        guard shared.keys.contains(where: { $0.kind == .phantom }) else { return }
        for index in schema.members.indices {
            if case .value(let name) = schema.members[index].element,
                let phantom = shared[SharedName(kind: .phantom, name: name)]
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
            key: child.isWildcard ? nil : child.text.value,
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
            models.note(keyType, canBePhantom: false, names: schema.names)
        }
        let text = placeholder.name.value
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
                keyType: placeholder.keyType?.value ?? string,
                documentation: name(of: element.directives[.doc]),
                deprecation: name(of: element.directives[.deprecated])))
    }

    private mutating func memberNames(
        of child: Child, singular: Name?, isCollection: Bool
    ) -> (property: Name, accessor: Name?) {
        if child.isWildcard {
            let name = singular ?? self.child
            return (name, name)
        }
        guard
            let property = name(of: child.tree.directives[.member])
                ?? derivedMember(for: child.text)
        else { return (.none, nil) }
        guard isCollection else { return (property, nil) }
        return (
            property,
            name(of: child.tree.directives[.singular])
                ?? keyNames.singular(of: property, in: &schema.names)
        )
    }

    private mutating func derivedMember(for key: Located<Name>) -> Name? {
        if let member = keyNames.member(for: key.value, in: &schema.names) { return member }
        diagnostics.error(
            "no Swift name can be made of the key \(Visible.quoted(schema[key.value]))",
            at: key.range,
            advice:
                "\"$member\" gives it one, as in { \"$type\": \"Int\", \"$member\": \"hearts\" }")
        return nil
    }

    private mutating func element(
        at tree: Tree, below child: Child, placeholders: Range<Int>, in owner: Int,
        of declaration: Declaration
    ) -> Element {
        switch tree.shape {
        case .leaf(let type):
            models.note(type, canBePhantom: true, names: schema.names)
            return .value(type.value)
        case .branch(let branch):
            let base = typeName(for: child, placeholders: placeholders, of: declaration)
            var derived = Declaration(
                kind: .phantom, base: base ?? .none, isPinned: false, range: child.text.range,
                isUncertain: branch.gaps == .kind || base == nil)
            derived.encloser = schema.types[owner].kind == .root ? nil : owner
            if placeholders.isEmpty, let base {
                derived.elementBase = keyNames.elementType(for: base, in: &schema.names)
            }
            return element(of: tree, branch, derived: derived)
        case .collection:
            preconditionFailure("collections have been peeled off")
        }
    }

    /// The name of a phantom type, as its key suggests it, or else its member; `nil` if none can be made
    /// of either, which has been reported of the member.
    private mutating func typeName(
        for child: Child, placeholders: Range<Int>, of owner: Declaration
    ) -> Name? {
        guard child.isWildcard else {
            let isElement = !placeholders.isEmpty
            return typeName(for: child.text.value, isElement: isElement)
                ?? name(of: child.tree.directives[.member])
                .flatMap { typeName(for: $0, isElement: isElement) }
        }
        let placeholder = schema.placeholders[placeholders].last
        let fromPlaceholder = placeholder.flatMap { Namer.type(forPlaceholder: schema[$0.text]) }
        let candidates = [
            owner.elementBase, fromPlaceholder.map { schema.names.name(of: $0) },
        ]
        return candidates.lazy.compactMap { $0 }.first { $0 != owner.base }
            ?? schema.names.name(of: schema[owner.base] + "Element")
    }

    private mutating func typeName(for key: Name, isElement: Bool) -> Name? {
        isElement
            ? keyNames.elementType(for: key, in: &schema.names)
            : keyNames.type(for: key, in: &schema.names)
    }

    private mutating func name(of text: Located<String>?) -> Name? {
        text.map { schema.names.name(of: $0.value) }
    }
}
