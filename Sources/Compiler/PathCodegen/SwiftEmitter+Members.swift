import PathSchema

// Emission of the generated types, and of the members of paths. A member is a property for a key,
// and accessors for the keys of a collection. A member that many types have is declared once, in an
// extension for the types that conform to its protocol.

// MARK: - Types

extension SwiftEmitter {
    /// Emits the schema's own root type and the phantom types, inside the namespace if there is
    /// one.
    func emitGeneratedTypes(to code: inout String) {
        let options = schema.options
        let hasPhantoms = schema.types.contains { $0.kind == .phantom }
        if let root = options.root {
            code += "\n"
            emitDocumentation(schema.root.documentation, indentation: "", to: &code)
            emitEnum(
                "\(Identifier.declaredType(root)): PathRoot",
                isNamespace: options.namespace == nil && hasPhantoms, to: &code)
        }
        guard hasPhantoms else { return }
        if let namespace = options.namespace {
            code += "\n"
            emitEnum(Identifier.declaredType(namespace), isNamespace: true, to: &code)
        } else if options.root == nil {
            code += "\n"
            emitPhantomTypes(indentation: "", to: &code)
        }
    }

    /// Returns the isolation of a declaration; empty for a nested declaration, which inherits its
    /// isolation.
    private static func isolation(indentation: String) -> String {
        indentation.isEmpty ? "nonisolated " : ""
    }

    private func emitEnum(_ head: String, isNamespace: Bool, to code: inout String) {
        guard isNamespace else {
            code += "\(access)nonisolated enum \(head) {}\n"
            return
        }
        code += "\(access)nonisolated enum \(head) {\n"
        emitPhantomTypes(indentation: "    ", to: &code)
        code += "}\n"
    }

    private func emitPhantomTypes(indentation: String, to code: inout String) {
        let isolation = Self.isolation(indentation: indentation)
        var isFirst = true
        for type in schema.types where type.kind == .phantom {
            if !isFirst, type.documentation != nil {
                code += "\n"
            }
            isFirst = false
            emitDocumentation(type.documentation, indentation: indentation, to: &code)
            emitDeclaration(
                "\(indentation)\(access)\(isolation)enum \(Identifier.declaredType(type.name)) {}\n",
                indentation: indentation, to: &code)
        }
        emitProtocols(indentation: indentation, to: &code)
    }
}

// MARK: - Protocols

extension SwiftEmitter {
    /// Emits the protocols of shared members.
    private func emitProtocols(indentation: String, to code: inout String) {
        guard !shared.groups.isEmpty else { return }
        let isolation = Self.isolation(indentation: indentation)
        code += """

            \(indentation)// Many types have these members. Declared for each type, they would take the compiler
            \(indentation)// time that grows with the square of their number; so they are declared once.

            """
        for group in shared.groups {
            var requirement = ""
            if let associatedType = group.associatedType {
                requirement = "\n\(indentation)    associatedtype \(associatedType)\n\(indentation)"
            }
            code += "\n"
            emitDeclaration(
                "\(indentation)\(access)\(isolation)protocol \(group.protocolName) {\(requirement)}\n",
                indentation: indentation, to: &code)
        }
    }

    /// Emits a phantom type's conformances to the protocols of its shared members.
    func emitConformances(of type: ElementType, to code: inout String) {
        let groups = shared.groups(of: type)
        var protocols: [String] = []
        var aliases = ""
        for index in 0..<groups.count {
            guard let position = groups[index] else { continue }
            let group = shared.groups[position]
            protocols.append(types.namespace + group.protocolName)
            guard let associatedType = group.associatedType else { continue }
            emitDeclaration(
                "    \(access)typealias \(associatedType) = \(types[type.members[index].element])\n",
                indentation: "    ", to: &aliases)
        }
        guard !protocols.isEmpty else { return }
        code += "\n"
        emitDeclaration(
            "nonisolated extension \(types[type.id]): \(protocols.joined(separator: ", ")) {",
            orBroken: [
                """
                nonisolated extension \(types[type.id]):
                    \(protocols.joined(separator: ",\n    "))
                {
                """
            ],
            to: &code)
        code += aliases.isEmpty ? "}\n" : "\n\(aliases)}\n"
    }
}

// MARK: - Members

extension SwiftEmitter {
    /// Emits the members of a type's paths, except shared members.
    func emitMembers(of type: ElementType, to code: inout String) {
        let groups = shared.groups(of: type)
        var isOpen = false
        for index in 0..<type.members.count where groups.isEmpty || groups[index] == nil {
            if isOpen {
                code += "\n"
            } else {
                emitExtensionHead(" == \(types[type.id])", to: &code)
                isOpen = true
            }
            let member = type.members[index]
            emit(member, element: types[member.element], to: &code)
        }
        if isOpen {
            code += "}\n"
        }
    }

    /// Emits a member that many types share.
    func emitMember(of group: SharedMembers.Group, to code: inout String) {
        emitExtensionHead(": \(types.namespace)\(group.protocolName)", to: &code)
        let element =
            group.associatedType.map { "Element.\($0)" } ?? types[group.member.element]
        emit(group.member, element: element, to: &code)
        code += "}\n"
    }

    /// - Parameter constraint: the constraint on `Element`: ` == Chatroom` or `: HasName`.
    private func emitExtensionHead(_ constraint: String, to code: inout String) {
        code += "\n"
        emitDeclaration(
            "nonisolated extension Path where Element\(constraint) {\n",
            orBroken: ["nonisolated extension Path\nwhere Element\(constraint) {\n"], to: &code)
    }

    /// Emits the property and the accessors of a member.
    ///
    /// - Parameter element: the name of the element's type.
    private func emit(_ member: Member, element: String, to code: inout String) {
        let placeholders = ArraySlice(member.placeholders)
        if let key = member.key {
            emitProperty(
                of: member, key: SwiftLiteral.escaped(key),
                type: PathType(to: element, keys: placeholders), to: &code)
        }
        defer { emitFormerMembers(of: member, element: element, to: &code) }
        guard let name = member.accessorName else { return }
        for keyCount in 1..<schema.maximumKeyCount(of: member) + 1 {
            if keyCount > 1 || member.key != nil {
                code += "\n"
            }
            emitAccessor(
                name, of: member, keys: Array(placeholders[0..<keyCount]),
                type: PathType(to: element, keys: placeholders[keyCount..<placeholders.count]),
                to: &code)
        }
    }

    private func emitProperty(
        of member: Member, key: String, type: PathType, to code: inout String
    ) {
        emitDocumentation(member.documentation, indentation: "    ", to: &code)
        let name = Identifier.declared(member.name)
        let head = access.utf8.count + name.utf8.count + type.byteCount
        guard member.deprecation == nil, Lines.haveRoom(for: head),
            Lines.haveRoom(for: key.utf8.count)
        else { return emitLongProperty(of: member, key: key, type: type, to: &code) }
        code += """
                \(access)var \(name): Path<\(type.element)>\(type.suffix) {
                    Path.append(self, "\(key)")
                }

            """
    }

    /// Emits the accessor that takes some keys: one, or for a collection of collections several.
    private func emitAccessor(
        _ accessor: String, of member: Member, keys: [SchemaPlaceholder], type: PathType,
        to code: inout String
    ) {
        let last = keys[keys.count - 1]
        emitDocumentation(last.documentation, indentation: "    ", to: &code)
        let name = Identifier.declared(accessor)
        let parameter = Identifier.declared(last.parameter)
        let keyType = last.keyType
        let key = member.key.map { "\(SwiftLiteral.quoted($0)), " } ?? ""
        let head = access.utf8.count + name.utf8.count + parameter.utf8.count + keyType.utf8.count
        guard keys.count == 1, member.deprecation == nil, last.deprecation == nil,
            Lines.haveRoom(for: head + type.byteCount),
            Lines.haveRoom(for: key.utf8.count + parameter.utf8.count)
        else { return emitLongAccessor(accessor, of: member, keys: keys, type: type, to: &code) }
        code += """
                \(access)func \(name)(_ \(parameter): \(keyType)) -> Path<\(type.element)>\(type.suffix) {
                    Path.append(self, \(key)\(parameter))
                }

            """
    }
}

// MARK: - Members beyond the short form: with long names, several keys, or an attribute

extension SwiftEmitter {
    /// - Parameter key: the member's key, escaped for a string literal.
    private func emitLongProperty(
        of member: Member, key: String, type: PathType, to code: inout String
    ) {
        let (access, name) = (access, Identifier.declared(member.name))
        emitDeclaration(
            "    \(access)var \(name): \(type.text) {\n",
            orBroken: [
                "    \(access)var \(name): \(type.text)\n    {\n",
                "    \(access)var \(name):\n        \(type.text)\n    {\n",
            ],
            deprecation: member.deprecation, indentation: "    ", to: &code)
        code += body(appending: ["\"\(key)\""])
    }

    private func emitLongAccessor(
        _ accessor: String, of member: Member, keys: [SchemaPlaceholder], type: PathType,
        to code: inout String
    ) {
        let head = head(of: accessor, keys: keys, type: type)
        emitDeclaration(
            head.line, orBroken: [head.broken],
            deprecation: member.deprecation ?? keys.lazy.compactMap(\.deprecation).first,
            indentation: "    ", to: &code)
        let names = keys.map { Identifier.declared($0.parameter) }
        code += body(appending: (member.key.map { [SwiftLiteral.quoted($0)] } ?? []) + names)
    }

    /// Returns the first line of an accessor, and the same with a line for each parameter.
    ///
    /// The first parameter has no label; the others have one, so that arguments can't be swapped.
    private func head(
        of accessor: String, keys: [SchemaPlaceholder], type: PathType
    ) -> (line: String, broken: String) {
        let parameters = keys.enumerated().map { index, key in
            (index == 0 ? "_ " : "") + "\(Identifier.declared(key.parameter)): \(key.keyType)"
        }
        let head = "    \(access)func \(Identifier.declared(accessor))("
        return (
            "\(head)\(parameters.joined(separator: ", "))) -> \(type.text) {\n",
            """
            \(head)
                    \(parameters.joined(separator: ",\n        "))
                ) -> \(type.text) {

            """
        )
    }

    /// - Parameter keys: at least one, each a literal or a parameter.
    private func body(appending keys: [String]) -> String {
        let line = "        Path.append(self, \(keys.joined(separator: ", ")))\n    }\n"
        if Lines.fit(line) { return line }
        return """
                    Path.append(
                        self,
                        \(keys.joined(separator: ",\n            "))
                    )
                }

            """
    }
}

// MARK: - Members of former keys

extension SwiftEmitter {
    /// Emits deprecated members for the keys that a node had in earlier versions of the schema.
    /// They return the paths of the current keys.
    ///
    /// - Parameter element: the name of the element's type.
    private func emitFormerMembers(of member: Member, element: String, to code: inout String) {
        let placeholders = ArraySlice(member.placeholders)
        for former in member.formerKeys {
            if let name = former.name {
                let type = PathType(to: element, keys: placeholders).text
                let declared = Identifier.declared(name)
                emitFormer(
                    "    \(access)var \(declared): \(type) {\n",
                    orBroken: "    \(access)var \(declared):\n        \(type)\n    {\n",
                    renamed: member.name, body: Identifier.declared(member.name), to: &code)
            }
            guard let name = former.accessorName, let current = member.accessorName else {
                continue
            }
            for keyCount in 1...schema.maximumKeyCount(of: member) {
                emitFormerAccessor(
                    name, current, keys: Array(placeholders.prefix(keyCount)),
                    type: PathType(to: element, keys: placeholders.dropFirst(keyCount)), to: &code)
            }
        }
    }

    private func emitFormerAccessor(
        _ name: String, _ current: String, keys: [SchemaPlaceholder], type: PathType,
        to code: inout String
    ) {
        let arguments = keys.enumerated().map { index, key in
            let value = Identifier.declared(key.parameter)
            return index == 0 ? value : "\(Self.label(key.parameter)): \(value)"
        }
        let labels = keys.enumerated().map { $0.offset == 0 ? "_:" : "\($0.element.parameter):" }
        let head = head(of: name, keys: keys, type: type)
        emitFormer(
            head.line, orBroken: head.broken,
            renamed: "\(current)(\(labels.joined()))",
            body: "\(Identifier.declared(current))(\(arguments.joined(separator: ", ")))",
            to: &code)
    }

    private func emitFormer(
        _ line: String, orBroken broken: String, renamed: String, body: String,
        to code: inout String
    ) {
        // The compiler reads no escapes here, and names need none to be a literal.
        let attribute = "    @available(*, deprecated, renamed: \"\(renamed)\")\n"
        let body = "        self.\(body)\n    }\n"
        let fits = Lines.fit(attribute) && Lines.fit(body)
        let fitting = fits ? [line, broken].first(where: Lines.fit) : nil
        code += fitting == nil ? "\n    // swift-format-ignore\n" : "\n"
        code += attribute + (fitting ?? line) + body
    }

    /// Returns an argument's label, where nearly all keywords can do without back-ticks.
    private static func label(_ name: String) -> String {
        ["inout", "let", "var"].contains(name) ? "`\(name)`" : name
    }
}
