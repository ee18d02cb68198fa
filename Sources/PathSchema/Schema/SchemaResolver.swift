/// Settles every name of a tree: the third stage.
///
/// It walks the tree once, in document order, and lists the types that have members. Then it makes the
/// phantom types' names differ, and checks what only the whole can tell: that no name hides another,
/// and that nodes which share a type agree on its shape.
public struct SchemaResolver {
    private let options: Options
    private var diagnostics: Diagnostics
    private var types: [ElementType] = []
    private var names: PhantomNames
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
            options: options, diagnostics: diagnostics, names: PhantomNames(options: options))
        resolver.resolve(tree)
        diagnostics = resolver.diagnostics
        return Schema(options: options, types: resolver.types)
    }

    private init(options: Options, diagnostics: Diagnostics, names: PhantomNames) {
        self.options = options
        self.diagnostics = diagnostics
        self.names = names
    }

    private mutating func resolve(_ tree: SchemaTree) {
        RuntimeRules.check(tree, options: options, reportingTo: &diagnostics)
        let root = Declaration(
            kind: .root, base: options.root ?? "Root", isPinned: true, range: tree.root.range)
        _ = declare(
            Branch(model: nil, children: tree.root.children), as: root,
            directives: tree.root.directives)
        linkRecurringTypes()
        names.settle()
        names.check(against: models, reportingTo: &diagnostics)
        for index in types.indices where types[index].kind == .phantom {
            types[index].name = names[index]
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
        /// Whether an error hides what the node really is.
        var isUncertain = false
        /// The type that this one's name is qualified with, if need be.
        var encloser: Int?
        /// The name that the key suggests for what any other key holds, in a mixed node.
        var elementBase: String?
    }

    /// Lists a type, and resolves its members.
    private mutating func declare(
        _ branch: Branch, as declaration: Declaration, directives: Directives
    ) -> Int {
        let index = types.count
        types.append(
            ElementType(
                kind: declaration.kind, name: declaration.base, members: [],
                documentation: directives[.doc]?.value))
        names.append(declaration)
        var members: [Member] = []
        members.reserveCapacity(branch.children.count)
        for child in branch.children {
            members.append(
                resolve(child, in: index, singular: directives[.singular]?.value, of: declaration))
        }
        MemberClashes.check(members, of: branch.children, reportingTo: &diagnostics)
        types[index].members = members
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
        shared[name] = SharedType(index: types.count, branch: branch, range: pinned.range)
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

    /// Leaves that name a phantom type with a `$name` of its own are how a tree recurs.
    private mutating func linkRecurringTypes() {
        let phantoms = shared.filter { $0.key.kind == .phantom }
        guard !phantoms.isEmpty else { return }
        for type in types.indices {
            for member in types[type].members.indices {
                if case .value(let name) = types[type].members[member].element,
                    let phantom = phantoms[SharedName(kind: .phantom, name: name)]
                {
                    types[type].members[member].element = .recurring(phantom.index)
                }
            }
        }
    }
}

// MARK: - Members

extension SchemaResolver {
    private mutating func resolve(
        _ child: Child, in owner: Int, singular: String?, of declaration: Declaration
    ) -> Member {
        var tree = child.tree
        var placeholders: [SchemaPlaceholder] = []
        if case .wildcard(let placeholder) = child.key {
            placeholders.append(resolve(placeholder, above: tree, besides: placeholders))
        }
        while case .collection(let placeholder, let element) = tree.shape {
            placeholders.append(resolve(placeholder, above: element, besides: placeholders))
            tree = element
        }
        let names = memberNames(of: child, singular: singular, isCollection: !placeholders.isEmpty)
        return Member(
            key: child.isWildcard ? nil : child.text.value,
            name: names.property,
            accessorName: names.accessor,
            placeholders: placeholders,
            element: element(
                at: tree, below: child, placeholders: placeholders, in: owner, of: declaration),
            documentation: child.tree.directives[.doc]?.value,
            deprecation: child.tree.directives[.deprecated]?.value)
    }

    private mutating func resolve(
        _ placeholder: Placeholder, above element: Tree, besides others: [SchemaPlaceholder]
    ) -> SchemaPlaceholder {
        if let keyType = placeholder.keyType {
            models.note(keyType, canBePhantom: false)
        }
        let parameter = Namer.parameter(forPlaceholder: placeholder.name.value)
        var unique = parameter
        var count = 1
        while others.contains(where: { $0.parameter == unique }) {
            count += 1
            unique = "\(parameter)\(count)"
        }
        return SchemaPlaceholder(
            text: placeholder.name.value, parameter: unique,
            keyType: (placeholder.keyType?.value ?? .string).text,
            documentation: element.directives[.doc]?.value,
            deprecation: element.directives[.deprecated]?.value)
    }

    private mutating func memberNames(
        of child: Child, singular: String?, isCollection: Bool
    ) -> (property: String, accessor: String?) {
        if child.isWildcard {
            let name = singular ?? "child"
            return (name, name)
        }
        let property = child.tree.directives[.member]?.value ?? derivedMember(for: child.text)
        guard isCollection else { return (property, nil) }
        return (property, child.tree.directives[.singular]?.value ?? Namer.singular(property))
    }

    private mutating func derivedMember(for key: Located<String>) -> String {
        if let name = Namer.member(for: key.value), Identifier.canBeMember(name) { return name }
        diagnostics.error(
            "no Swift name can be made of the key \(Visible.quoted(key.value))", at: key.range,
            advice:
                "\"$member\" gives it one, as in { \"$type\": \"Int\", \"$member\": \"hearts\" }")
        return "_"
    }

    private mutating func element(
        at tree: Tree, below child: Child, placeholders: [SchemaPlaceholder], in owner: Int,
        of declaration: Declaration
    ) -> Element {
        switch tree.shape {
        case .leaf(let type):
            models.note(type, canBePhantom: true)
            return .value(type.value.text)
        case .branch(let branch):
            let base = typeName(for: child, placeholders: placeholders, of: declaration)
            var derived = Declaration(
                kind: .phantom, base: base ?? "_", isPinned: false, range: child.text.range,
                isUncertain: branch.gaps == .kind || base == nil)
            derived.encloser = types[owner].kind == .root ? nil : owner
            if placeholders.isEmpty {
                derived.elementBase = Namer.singular(derived.base)
            }
            return element(of: tree, branch, derived: derived)
        case .collection:
            preconditionFailure("collections have been peeled off")
        }
    }

    /// The name of a phantom type, as its key suggests it, or else its member; `nil` if none can be made
    /// of either, which has been reported of the member.
    private func typeName(
        for child: Child, placeholders: [SchemaPlaceholder], of owner: Declaration
    ) -> String? {
        guard child.isWildcard else {
            let member = child.tree.directives[.member]?.value
            let name = Namer.type(for: child.text.value) ?? member.flatMap { Namer.type(for: $0) }
            return placeholders.isEmpty ? name : name.map { Namer.singular($0) }
        }
        let fromPlaceholder = placeholders.last.flatMap { Namer.type(forPlaceholder: $0.text) }
        let candidates = [owner.elementBase, fromPlaceholder]
        return candidates.lazy.compactMap { $0 }.first { $0 != owner.base } ?? owner.base
            + "Element"
    }
}
