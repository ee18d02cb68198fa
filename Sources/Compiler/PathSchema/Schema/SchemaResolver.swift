/// Resolves every name of a tree: the fourth stage of `SchemaCompiler`.
///
/// The resolver walks the tree once, in document order, and lists the types that have members. It
/// then makes the names of phantom types unique, and checks the schema as a whole: no name hides
/// another, and nodes that share a type agree on its shape.
struct SchemaResolver {
    private let tree: Tree
    var schema: Schema
    var diagnostics: Diagnostics
    private var phantoms: PhantomNames
    var models = UsedModels()
    /// The types that are checked, or need no check.
    var checkedTypes: Set<CheckedType> = []
    /// The first node of each type that several nodes may share.
    private var shared: [SharedName: SharedType] = [:]

    /// The name that makes nodes share a type: a `$name`, or a model.
    private struct SharedName: Hashable {
        let kind: ElementType.Kind
        let name: ExactText
    }

    private struct SharedType {
        let type: ElementType.ID
        let branch: Tree
        let range: SourceRange
    }

    /// - Returns: a schema that is fit for code generation if `diagnostics` contains no errors.
    static func resolve(
        _ tree: Tree, options: Options, reportingTo diagnostics: inout Diagnostics
    ) -> Schema {
        var resolver = SchemaResolver(tree: tree, options: options, diagnostics: diagnostics)
        resolver.resolve()
        diagnostics = resolver.diagnostics
        return resolver.schema
    }

    private init(tree: Tree, options: Options, diagnostics: Diagnostics) {
        self.tree = tree
        self.diagnostics = diagnostics
        schema = Schema(options: options)
        phantoms = PhantomNames(options: options)
    }

    private mutating func resolve() {
        let options = schema.options
        RuntimeRules.check(tree, options: options, reportingTo: &diagnostics)
        let root = Declaration(
            kind: .root, isPinned: true, isUncertain: false,
            base: options.root ?? Options.defaultRoot, range: place(of: .root, options.root))
        _ = declare(tree, as: root)
        linkRecurringTypes()
        removeChecks(ofTypes: Set(shared.keys.filter { $0.kind == .phantom }.map(\.name)))
        phantoms.disambiguate()
        phantoms.check(against: models, reportingTo: &diagnostics)
        checkOptions()
        schema.typeNames = models.names.filter { useOfModel($0) != nil }
        for index in schema.types.indices where schema.types[index].kind == .phantom {
            schema.types[index].name = phantoms[schema.types[index].id]
        }
    }
}

// MARK: - Types

extension SchemaResolver {
    /// Lists the type of a branch, and resolves its members.
    private mutating func declare(_ branch: Tree, as declaration: Declaration) -> ElementType.ID {
        let id = ElementType.ID(index: schema.types.count)
        schema.types.append(
            ElementType(
                id: id, kind: declaration.kind, name: declaration.base,
                documentation: branch.directives[.doc]?.value))
        phantoms.append(declaration)
        let children = branch.children
        var members: [Member] = []
        members.reserveCapacity(children.count)
        for index in 0..<children.count {
            members.append(resolve(children[index], of: branch, in: id, declaration))
        }
        MemberClashes.check(
            members, madeFor: children, unnamed: Self.unnamed, reportingTo: &diagnostics)
        FormerKeyClashes.check(members, madeFor: children, reportingTo: &diagnostics)
        schema.types[id.index].members = members
        return id
    }

    /// Returns the type of a branch: a new type, or one that the branch shares with an earlier
    /// node.
    mutating func element(of branch: Tree, derived: Declaration) -> Element {
        guard let pinned = pinnedDeclaration(of: branch, derived: derived) else {
            return .declared(declare(branch, as: derived))
        }
        let name = SharedName(
            kind: pinned.kind, name: ExactText(branch.type?.value.canonicalText ?? pinned.base))
        if let first = shared[name] {
            if !branch.hasSameShape(as: first.branch) {
                diagnostics.error(
                    "this \(Visible.quoted(pinned.base)) has different children from the first one",
                    at: pinned.range, and: "the first is here", at: first.range,
                    advice: "nodes that share a type must have the same children; "
                        + "give this one another \"$name\" or model")
            }
            return .recurring(first.type)
        }
        shared[name] = SharedType(
            type: ElementType.ID(index: schema.types.count), branch: branch, range: pinned.range)
        return .declared(declare(branch, as: pinned))
    }

    /// Returns the declaration of a branch whose type the schema names explicitly.
    private mutating func pinnedDeclaration(of branch: Tree, derived: Declaration) -> Declaration? {
        let name: Located<String>
        if let model = branch.type {
            models.note(model, canBePhantom: false)
            check(model, isKey: false)
            name = Located(model.value.text, at: model.range)
        } else if let pinned = branch.directives[.name] {
            name = pinned
        } else {
            return nil
        }
        return Declaration(
            kind: branch.type == nil ? .phantom : .model, isPinned: true, isUncertain: false,
            base: name.value, range: name.range, enclosingType: derived.enclosingType,
            elementBase: derived.elementBase)
    }

    /// Links the leaves that name a phantom type with an explicit `$name`, which makes the tree
    /// recur.
    private mutating func linkRecurringTypes() {
        guard shared.keys.contains(where: { $0.kind == .phantom }) else { return }
        for type in schema.types.indices {
            for member in schema.types[type].members.indices {
                guard case .value(let name) = schema.types[type].members[member].element else {
                    continue
                }
                if let phantom = shared[SharedName(kind: .phantom, name: ExactText(name))] {
                    schema.types[type].members[member].element = .recurring(phantom.type)
                }
            }
        }
    }
}

// MARK: - Options

extension SchemaResolver {
    /// Checks the names from the options, explicit or default, against the app's types.
    private mutating func checkOptions() {
        // Paths in the generated code begin at `Root`, so an app's type of that name would have
        // the children of the root.
        if schema.options.root == nil, let use = useOfModel(Options.defaultRoot) {
            diagnostics.error(
                "\(Visible.quoted(Options.defaultRoot)) is the type of the database's root",
                at: use,
                advice: "\"$options\": { \"root\": \"…\" } gives the root type another name")
        }
        if let namespace = schema.options.namespace {
            NamespaceRules(options: schema.options)
                .check(
                    namespace, use: useOfModel(namespace), at: place(of: .namespace, namespace),
                    reportingTo: &diagnostics)
        }
    }

    /// Returns the place where an option was set; the root, for an option from the command line.
    private func place(of name: OptionName, _ value: String?) -> SourceRange {
        let written = tree.directives.options[name]
        return written?.value == value ? written?.range ?? tree.keyRange : tree.keyRange
    }

    /// Returns the first use of an app's type. A leaf may refer to a phantom type with an explicit
    /// name.
    private func useOfModel(_ name: String) -> SourceRange? {
        let isPhantom = shared[SharedName(kind: .phantom, name: ExactText(name))] != nil
        return models.use(of: name, besidesPhantom: isPhantom)
    }
}
