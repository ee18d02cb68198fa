/// The members of a type: what their properties and accessors are called, and what they lead to.
extension SchemaResolver {
    mutating func resolve(
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
        else { return (unnamed, nil) }
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
                kind: .phantom, base: base ?? unnamed, isPinned: false, range: child.text.range,
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
}
