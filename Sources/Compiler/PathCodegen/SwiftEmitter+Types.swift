import PathSchema

/// Emission of the types of nodes without a model.
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
