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
