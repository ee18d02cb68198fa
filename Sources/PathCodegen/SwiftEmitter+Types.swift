import PathSchema

/// The types of nodes without a model.
extension SwiftEmitter {
    /// The root's own type and the phantom types, in a namespace if there is one.
    func generatedTypes() -> String {
        let options = schema.options
        let hasPhantoms = schema.types.contains { $0.kind == .phantom }
        var code = ""
        if let root = options.root {
            code += "\n" + documentation(schema.root.documentation, indentation: "")
            code += enumeration(
                "\(Identifier.declaredType(root)): PathRoot",
                isNamespace: options.namespace == nil && hasPhantoms)
        }
        guard hasPhantoms else { return code }
        if let namespace = options.namespace {
            code += "\n" + enumeration(Identifier.declaredType(namespace), isNamespace: true)
        } else if options.root == nil {
            code += "\n" + phantomTypes(indentation: "")
        }
        return code
    }

    private func enumeration(_ head: String, isNamespace: Bool) -> String {
        isNamespace
            ? "\(access)enum \(head) {\n\(phantomTypes(indentation: "    "))}\n"
            : "\(access)enum \(head) {}\n"
    }

    private func phantomTypes(indentation: String) -> String {
        var code = ""
        for type in schema.types where type.kind == .phantom {
            if !code.isEmpty, type.documentation != nil {
                code += "\n"
            }
            code += documentation(type.documentation, indentation: indentation)
            code += declaration(
                "\(indentation)\(access)enum \(Identifier.declaredType(type.name)) {}\n",
                indentation: indentation)
        }
        return code + protocols(indentation: indentation)
    }
}

// MARK: - Protocols

extension SwiftEmitter {
    /// The protocols of the members that many types have.
    private func protocols(indentation: String) -> String {
        guard !shared.groups.isEmpty else { return "" }
        let comment = """

            \(indentation)// Many types have these members. Declared for each type, they would take the compiler
            \(indentation)// time that grows with the square of their number; so they are declared once.

            """
        return comment
            + shared.groups.map { group in
                let requirement = group.associatedType.map {
                    "\n\(indentation)    associatedtype \($0)\n\(indentation)"
                }
                return "\n"
                    + declaration(
                        "\(indentation)\(access)protocol \(group.protocolName) {\(requirement ?? "")}\n",
                        indentation: indentation)
            }
            .joined()
    }

    /// The conformances of a phantom type to the protocols of its shared members.
    func conformances(of type: ElementType) -> String {
        var protocols: [String] = []
        var aliases = ""
        let groups = shared.groups(of: type)
        for index in 0..<groups.count {
            guard let position = groups[index] else { continue }
            let group = shared.groups[position]
            protocols.append(types.namespace + group.protocolName)
            guard let associatedType = group.associatedType else { continue }
            aliases += declaration(
                "    \(access)typealias \(associatedType) = \(types[type.members[index].element])\n",
                indentation: "    ")
        }
        guard !protocols.isEmpty else { return "" }
        let head = declaration(
            "extension \(types[type.id]): \(protocols.joined(separator: ", ")) {",
            orBroken: [
                """
                extension \(types[type.id]):
                    \(protocols.joined(separator: ",\n    "))
                {
                """
            ])
        return "\n\(head)\(aliases.isEmpty ? "" : "\n")\(aliases)}\n"
    }
}
