/// Settles every name of a tree: the third stage.
///
/// It walks the tree once, in document order, and lists the types that have members. Then it makes the
/// phantom types' names differ, and checks what only the whole can tell: that no name hides another,
/// and that nodes which share a type agree on its shape.
struct SchemaResolver {
    let tree: Tree
    var schema: Schema
    var diagnostics: Diagnostics
    var keyNames = KeyNames()
    private var phantoms: PhantomNames
    private var memberClashes = MemberClashes()
    var models: UsedModels
    /// The name `String`, of keys without a type of their own.
    let string: Name
    /// The name `child`, of a wildcard's accessor.
    let child: Name
    /// Stands for a name that can't be made, which has been reported. No member or type is called so.
    let unnamed: Name
    /// The first node of each type that several nodes may share.
    private var shared: [SharedName: SharedType] = [:]

    /// What nodes share a type by: a `$name`, or a model.
    private struct SharedName: Hashable {
        let kind: ElementType.Kind
        let name: Name
    }

    private struct SharedType {
        let index: Int
        let branch: Int
        let range: SourceRange
    }

    /// - Parameter names: the texts of the tree.
    /// - Returns: a schema that is good for generating code if `diagnostics` has no errors.
    static func resolve(
        _ tree: Tree, options: Options, names: consuming NameTable,
        reportingTo diagnostics: inout Diagnostics
    ) -> Schema {
        var resolver = SchemaResolver(
            tree: tree, schema: Schema(options: options, names: names), diagnostics: diagnostics)
        resolver.resolve()
        diagnostics = resolver.diagnostics
        return resolver.schema
    }

    private init(tree: Tree, schema: consuming Schema, diagnostics: Diagnostics) {
        self.tree = tree
        models = UsedModels(types: tree.types)
        string = schema.names.name(of: TypeReference.string.text)
        child = schema.names.name(of: "child")
        unnamed = schema.names.name(of: "_")
        phantoms = PhantomNames(options: schema.options)
        self.schema = schema
        self.diagnostics = diagnostics
    }

    private mutating func resolve() {
        schema.reserveCapacity(tree.nodes.count)
        phantoms.reserveCapacity(tree.nodes.count)
        RuntimeRules.check(
            tree, options: schema.options, names: schema.names, reportingTo: &diagnostics)
        let root = Declaration(
            kind: .root, isPinned: true, isUncertain: false,
            base: schema.names.name(of: schema.options.root ?? Options.defaultRoot),
            range: place(of: .root, schema.options.root))
        _ = declare(Tree.root, as: root)
        linkRecurringTypes()
        phantoms.settle(in: &schema.names)
        phantoms.check(against: models, names: schema.names, reportingTo: &diagnostics)
        checkOptions()
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
        let isPinned: Bool
        /// Whether an error hides what the node really is.
        let isUncertain: Bool
        /// The name that the key suggests, or the one that is pinned.
        let base: Name
        /// Where the name comes from.
        let range: SourceRange
        /// The type that this one's name is qualified with, if need be.
        var encloser: Int32?
        /// The name that the key suggests for what any other key holds, in a mixed node.
        var elementBase: Name?
    }

    /// Lists the type of a branch, and resolves its members.
    private mutating func declare(_ branch: Int, as declaration: Declaration) -> Int {
        let index = schema.types.count
        let start = schema.members.count
        let count = tree.childCount(of: branch)
        let directives = tree.directives(of: branch)
        schema.types.append(
            ElementType(
                kind: declaration.kind, name: declaration.base, members: start..<start + count,
                documentation: name(of: directives[.doc])))
        phantoms.append(declaration, in: &schema.names)
        // Members of one type lie side by side, though those of the types below come in between.
        schema.members += repeatElement(.unresolved, count: count)
        let singular = name(of: directives[.singular])
        var position = start
        for child in tree.children(of: branch) {
            schema.members[position] = resolve(
                child, in: index, singular: singular, of: declaration)
            position += 1
        }
        memberClashes.check(
            schema.types[index], of: schema, against: branch, of: tree, unnamed: unnamed,
            reportingTo: &diagnostics)
        return index
    }

    /// The type of a branch: a new one, or the one that it shares with an earlier node.
    mutating func element(of branch: Int, derived: Declaration) -> Element {
        guard let pinned = pinnedDeclaration(of: branch, derived: derived) else {
            return .declared(declare(branch, as: derived))
        }
        let name = SharedName(kind: pinned.kind, name: pinned.base)
        if let first = shared[name] {
            if !tree.haveSameShape(branch, first.branch) {
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
        return .declared(declare(branch, as: pinned))
    }

    /// The declaration of a branch whose type the schema names, rather than its key.
    private mutating func pinnedDeclaration(of branch: Int, derived: Declaration) -> Declaration? {
        let model = tree[branch].type
        if let model {
            models.note(model, canBePhantom: false, names: schema.names)
        }
        let pinned = tree.directives(of: branch)[.name].map {
            Located(schema.names.name(of: $0.value), at: $0.range)
        }
        guard let name = model ?? pinned else { return nil }
        return Declaration(
            kind: model == nil ? .phantom : .model, isPinned: true, isUncertain: false,
            base: name.value, range: name.range, encloser: derived.encloser,
            elementBase: derived.elementBase)
    }

    /// Checks the names that the options give, or leave as they are, against the app's types.
    private mutating func checkOptions() {
        RootRules.check(
            schema.options, use: useOfModel(Options.defaultRoot), reportingTo: &diagnostics)
        if let namespace = schema.options.namespace {
            NamespaceRules(options: schema.options)
                .check(
                    namespace, use: useOfModel(namespace),
                    at: place(of: .namespace, namespace), reportingTo: &diagnostics)
        }
    }

    /// Where an option has its value from; the root, for one from the command line.
    private func place(of name: OptionName, _ value: String?) -> SourceRange {
        let root = tree[Tree.root].keyRange
        let written = tree.options[name]
        return written?.value == value ? written?.range ?? root : root
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

    /// The name of a directive's text, if there is that directive.
    mutating func name(of text: Located<String>?) -> Name? {
        text.map { schema.names.name(of: $0.value) }
    }
}
