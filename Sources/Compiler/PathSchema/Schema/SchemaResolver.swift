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

// MARK: - Members

/// Resolution of a type's members: the names of their properties and accessors, and their elements.
extension SchemaResolver {
    /// The name of a member for which no name could be derived, which has been reported.
    static let unnamed = "_"

    /// Resolves a child of a branch whose type has an ID and a declaration.
    mutating func resolve(
        _ child: Tree, of branch: Tree, in owner: ElementType.ID, _ declaration: Declaration
    ) -> Member {
        var placeholders: [SchemaPlaceholder] = []
        if child.isWildcard {
            placeholders.append(placeholder(of: child, in: branch, after: placeholders))
        }
        var node = child
        while case .collection(let element) = node.content {
            placeholders.append(placeholder(of: element, in: node, after: placeholders))
            node = element
        }
        let names = memberNames(
            of: child, singular: branch.directives[.singular]?.value,
            isCollection: !placeholders.isEmpty)
        checkProperty(named: names.property, for: child, of: branch)
        var member = Member(
            key: child.isWildcard ? nil : child.key,
            name: names.property,
            accessorName: names.accessor,
            placeholders: placeholders,
            element: element(
                at: node, below: child, placeholders: placeholders, in: owner, of: declaration),
            documentation: child.directives[.doc]?.value,
            deprecation: child.directives[.deprecated]?.value)
        if let former = child.directives.formerKeys {
            member.formerKeys = FormerKey.list(
                of: former.keys.map(\.value), ofMember: names.property, accessor: names.accessor)
        }
        return member
    }

    /// Returns the placeholder of a wildcard, with a parameter that differs from those before it.
    private mutating func placeholder(
        of wildcard: Tree, in collection: Tree, after others: [SchemaPlaceholder]
    ) -> SchemaPlaceholder {
        if let keyType = wildcard.keyType {
            models.note(keyType, canBePhantom: false)
            check(keyType, isKey: true)
        }
        let index = collection.directives.index?.paths.map(\.value) ?? []
        if !index.isEmpty { schema.hasIndexes = true }
        let parameter = Namer.parameter(forPlaceholder: wildcard.key)
        var unique = parameter
        var count = 1
        while !others.isEmpty, others.contains(where: { $0.parameter == unique }) {
            count += 1
            unique = "\(parameter)\(count)"
        }
        return SchemaPlaceholder(
            text: wildcard.key, parameter: unique,
            keyType: wildcard.keyType?.value.text ?? TypeReference.string.text,
            index: index,
            documentation: wildcard.directives[.doc]?.value,
            deprecation: wildcard.directives[.deprecated]?.value)
    }

    private mutating func memberNames(
        of child: Tree, singular: String?, isCollection: Bool
    ) -> (property: String, accessor: String?) {
        if child.isWildcard {
            let name = singular ?? "child"
            return (name, name)
        }
        var property = child.directives[.member]?.value
        if property == nil { property = derivedMember(for: child) }
        guard let property else { return (Self.unnamed, nil) }
        guard isCollection else { return (property, nil) }
        if let accessor = child.directives[.singular] { return (property, accessor.value) }
        let accessor = Namer.singular(property)
        if !Identifier.canBeMember(accessor) {
            diagnostics.error(
                "an accessor named \(Visible.quoted(accessor)) would hide what the generated code needs",
                at: child.directives[.member]?.range ?? child.keyRange,
                advice: "\"$singular\" gives the accessor another name")
        }
        return (property, accessor)
    }

    private mutating func derivedMember(for child: Tree) -> String? {
        if Namer.isLowerCamelCase(child.key) { return child.key }
        UnlikelyKeys.check(child.key, at: child.keyRange, reportingTo: &diagnostics)
        if let member = Namer.member(for: child.key), Identifier.canBeMember(member) {
            return member
        }
        diagnostics.error(
            "can't derive a Swift name from the key \(Visible.quoted(child.key))",
            at: child.keyRange,
            advice:
                "name it with \"$member\", as in { \"$type\": \"Int\", \"$member\": \"hearts\" }")
        return nil
    }

    private mutating func element(
        at node: Tree, below child: Tree, placeholders: [SchemaPlaceholder],
        in owner: ElementType.ID, of declaration: Declaration
    ) -> Element {
        if case .leaf(let type) = node.content {
            models.note(type, canBePhantom: true)
            check(type, isKey: false)
            return .value(type.value.text)
        }
        let base = typeName(for: child, placeholders: placeholders, of: declaration)
        var derived = Declaration(
            kind: .phantom, isPinned: false,
            isUncertain: node.gaps == .kind || base == nil, base: base ?? Self.unnamed,
            range: child.keyRange)
        derived.enclosingType = declaration.kind == .root ? nil : owner
        if placeholders.isEmpty, let base {
            derived.elementBase = Namer.elementType(for: base)
        }
        return element(of: node, derived: derived)
    }

    /// Returns the name for a phantom type, derived from its key or else its member; `nil` if
    /// neither gives a name, which has been reported with the member.
    private func typeName(
        for child: Tree, placeholders: [SchemaPlaceholder], of owner: Declaration
    ) -> String? {
        guard child.isWildcard else {
            let isElement = !placeholders.isEmpty
            return Self.typeName(for: child.key, isElement: isElement)
                ?? child.directives[.member]
                .flatMap { Self.typeName(for: $0.value, isElement: isElement) }
        }
        let fromPlaceholder = placeholders.last.flatMap { Namer.type(forPlaceholder: $0.text) }
        if let name = owner.elementBase, name != owner.base { return name }
        if let name = fromPlaceholder, name != owner.base { return name }
        return owner.simpleName + "Element"
    }

    private static func typeName(for key: String, isElement: Bool) -> String? {
        isElement ? Namer.elementType(for: key) : Namer.type(for: key)
    }
}

// MARK: - Checks

/// Collection of the checks that the generated code leaves to Swift's compiler.
extension SchemaResolver {
    /// Notes the first use of a type.
    mutating func check(_ type: Located<TypeReference>, isKey: Bool) {
        let checked = CheckedType(text: ExactText(type.value.text), isKey: isKey)
        guard checkedTypes.insert(checked).inserted else { return }
        if isKey {
            guard type.value != .string else { return }
            schema.checks.append(SchemaCheck(.keyType(type.value.text), at: type.range))
        } else if !type.value.lookedUpNames.allSatisfy(StandardTypes.hides) {
            schema.checks.append(SchemaCheck(.type(type.value.text), at: type.range))
        }
    }

    /// Notes a child of a model, which is a property of that model. The schema doesn't say which
    /// type the model has for a branch or a collection, if it has any.
    ///
    /// - Parameter name: the name of the child's member.
    mutating func checkProperty(named name: String, for child: Tree, of branch: Tree) {
        let property = child.directives[.property]
        guard let model = branch.type?.value.checkedModel else {
            if let directive = child.directives.all.first(where: { $0.name == .property }) {
                diagnostics.error(
                    "\"$property\" is only allowed on a child of a model", at: directive.key,
                    advice: "a model has a \"$type\" beside its children, which are its properties")
            }
            return
        }
        let hasNoProperty = property?.value == Directive.noProperty
        let type = child.type?.value.text
        guard !child.isWildcard, !hasNoProperty, name != Self.unnamed else { return }
        guard property != nil || type != nil else { return }
        // Other runtimes have no `StoredTime`.
        let isUnknown =
            schema.options.runtime != Options.typedPaths && (type == "Date" || type == "Date?")
        schema.checks.append(
            SchemaCheck(
                .property(property?.value ?? name, of: model, type: isUnknown ? nil : type),
                at: child.keyRange))
    }

    /// Removes the checks of types that the schema itself declares, by a `$name`.
    mutating func removeChecks(ofTypes phantoms: Set<ExactText>) {
        guard !phantoms.isEmpty else { return }
        schema.checks = schema.checks.compactMap { check in
            var check = check
            switch check.kind {
            case .type(let name) where phantoms.contains(ExactText(name)): return nil
            case .property(let name, let model, let type?) where phantoms.contains(ExactText(type)):
                check.kind = .property(name, of: model, type: nil)
            default: break
            }
            return check
        }
    }

    struct CheckedType: Hashable {
        let text: ExactText
        let isKey: Bool
    }
}

extension TypeReference {
    /// The type whose properties are checked: `Player` for `Player?`; `nil` for a type that isn't
    /// the app's own, such as `[Player]` or `TreeValue`.
    fileprivate var checkedModel: String? {
        let name = text.prefix { $0 != "?" }
        guard let first = lookedUpNames.first, !name.hasPrefix("["), !StandardTypes.hides(first),
            first != "TreeValue"
        else { return nil }
        return String(name)
    }
}

// MARK: - The app's types

/// The app's types that a schema uses, with the first use of each.
struct UsedModels {
    private var uses: [ExactText: SourceRange] = [:]
    /// The uses that can't refer to a phantom type: as a generic argument, as a key type, with
    /// children.
    private var certainUses: [ExactText: SourceRange] = [:]

    /// - Parameter canBePhantom: whether the use may refer to a phantom type, as a leaf's may.
    mutating func note(_ type: Located<TypeReference>, canBePhantom: Bool) {
        let names = type.value.lookedUpNames
        for index in 0..<names.count {
            let name = ExactText(names[index])
            if uses[name] == nil { uses[name] = type.range }
            if !canBePhantom || !type.value.isSingleName, certainUses[name] == nil {
                certainUses[name] = type.range
            }
        }
    }

    var names: Set<String> { Set(uses.keys.map(\.text)) }

    /// Returns the first use of a model.
    ///
    /// - Parameter besidesPhantom: whether leaves may refer to a phantom type with a `$name`
    ///   instead, and so don't count.
    func use(of name: String, besidesPhantom: Bool) -> SourceRange? {
        besidesPhantom ? certainUses[ExactText(name)] : uses[ExactText(name)]
    }
}
