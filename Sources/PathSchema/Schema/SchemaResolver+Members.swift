/// The members of a type: what their properties and accessors are called, and what they lead to.
extension SchemaResolver {
    mutating func resolve(
        _ child: Int, in owner: Int, singular: Name?, of declaration: Declaration
    ) -> Member {
        let start = schema.placeholders.count
        if tree[child].isWildcard {
            appendPlaceholder(child, since: start)
        }
        var node = child
        while tree[node].shape == .collection {
            node = tree.element(of: node)
            appendPlaceholder(node, since: start)
        }
        let placeholders = start..<schema.placeholders.count
        let directives = tree.directives(of: child)
        let names = memberNames(
            of: child, directives, singular: singular, isCollection: !placeholders.isEmpty)
        return Member(
            key: tree[child].isWildcard ? nil : tree[child].key,
            name: names.property,
            accessorName: names.accessor,
            placeholders: placeholders,
            element: element(
                at: node, below: child, placeholders: placeholders, in: owner, of: declaration),
            documentation: name(of: directives[.doc]),
            deprecation: name(of: directives[.deprecated]))
    }

    /// Lists the placeholder of a wildcard, with a parameter that none since `start` has.
    private mutating func appendPlaceholder(_ wildcard: Int, since start: Int) {
        let keyType = tree.keyType(of: wildcard)
        if let keyType {
            models.note(keyType, canBePhantom: false, names: schema.names)
        }
        let text = tree[wildcard].key
        let parameter = keyNames.parameter(for: text, in: &schema.names)
        var unique = parameter
        var count = 1
        while schema.placeholders[start...].contains(where: { $0.parameter == unique }) {
            count += 1
            unique = schema.names.name(of: "\(schema[parameter])\(count)")
        }
        let directives = tree.directives(of: wildcard)
        schema.placeholders.append(
            SchemaPlaceholder(
                text: text, parameter: unique,
                keyType: keyType?.value ?? string,
                documentation: name(of: directives[.doc]),
                deprecation: name(of: directives[.deprecated])))
    }

    private mutating func memberNames(
        of child: Int, _ directives: Directives, singular: Name?, isCollection: Bool
    ) -> (property: Name, accessor: Name?) {
        if tree[child].isWildcard {
            let name = singular ?? self.child
            return (name, name)
        }
        guard let property = name(of: directives[.member]) ?? derivedMember(for: child)
        else { return (unnamed, nil) }
        guard isCollection else { return (property, nil) }
        return (
            property,
            name(of: directives[.singular])
                ?? keyNames.singular(of: property, in: &schema.names)
        )
    }

    private mutating func derivedMember(for child: Int) -> Name? {
        let key = tree[child].key
        if let member = keyNames.member(for: key, in: &schema.names) { return member }
        diagnostics.error(
            "no Swift name can be made of the key \(Visible.quoted(schema[key]))",
            at: tree[child].keyRange,
            advice:
                "\"$member\" gives it one, as in { \"$type\": \"Int\", \"$member\": \"hearts\" }")
        return nil
    }

    private mutating func element(
        at node: Int, below child: Int, placeholders: Range<Int>, in owner: Int,
        of declaration: Declaration
    ) -> Element {
        if tree[node].shape == .leaf, let type = tree[node].type {
            models.note(type, canBePhantom: true, names: schema.names)
            return .value(type.value)
        }
        let base = typeName(for: child, placeholders: placeholders, of: declaration)
        var derived = Declaration(
            kind: .phantom, isPinned: false,
            isUncertain: tree[node].gaps == .kind || base == nil, base: base ?? unnamed,
            range: tree[child].keyRange)
        derived.encloser = schema.types[owner].kind == .root ? nil : Int32(owner)
        if placeholders.isEmpty, let base {
            derived.elementBase = keyNames.elementType(for: base, in: &schema.names)
        }
        return element(of: node, derived: derived)
    }

    /// The name of a phantom type, as its key suggests it, or else its member; `nil` if none can be made
    /// of either, which has been reported of the member.
    private mutating func typeName(
        for child: Int, placeholders: Range<Int>, of owner: Declaration
    ) -> Name? {
        guard tree[child].isWildcard else {
            let isElement = !placeholders.isEmpty
            return typeName(for: tree[child].key, isElement: isElement)
                ?? name(of: tree.directives(of: child)[.member])
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
