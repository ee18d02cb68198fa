import PathSchema

/// The types that stand for nodes without a model.
extension SwiftEmitter {
    /// Writes the root's own type and the phantom types, in a namespace if there is one.
    mutating func emitGeneratedTypes() {
        let options = schema.options
        let hasPhantoms = schema.types.contains { $0.kind == .phantom }
        if let root = options.root {
            code.write("\n")
            emitDocumentation(schema.documentation, indentation: "")
            emitEnum(
                "\(Identifier.declaredType(root)): PathRoot",
                isNamespace: options.namespace == nil && hasPhantoms)
        }
        guard hasPhantoms else { return }
        if let namespace = options.namespace {
            code.write("\n")
            emitEnum(Identifier.declaredType(namespace), isNamespace: true)
        } else if options.root == nil {
            code.write("\n")
            emitPhantomTypes(indentation: "")
        }
    }

    private mutating func emitEnum(_ head: String, isNamespace: Bool) {
        guard isNamespace else {
            code.write(access, "enum ", head, " {}\n")
            return
        }
        code.write(access, "enum ", head, " {\n")
        emitPhantomTypes(indentation: "    ")
        code.write("}\n")
    }

    private mutating func emitPhantomTypes(indentation: String) {
        var isFirst = true
        for type in schema.types where type.kind == .phantom {
            if !isFirst, type.documentation != nil {
                code.write("\n")
            }
            isFirst = false
            emitDocumentation(type.documentation, indentation: indentation)
            let name = Identifier.declaredType(schema[type.name])
            let start = code.count
            code.write(indentation, access, "enum ", name, " {}\n")
            if !code.fits(from: start) {
                code.removeAll(from: start)
                code.write(indentation, "// swift-format-ignore\n")
                code.write(indentation, access, "enum ", name, " {}\n")
            }
        }
        emitProtocols(indentation: indentation)
    }
}

// MARK: - Protocols

extension SwiftEmitter {
    /// Writes the protocols of the members that many types have.
    private mutating func emitProtocols(indentation: String) {
        guard !shared.groups.isEmpty else { return }
        code.write(
            "\n", indentation, "// Many types have these members. Declared for each type, they ")
        code.write("would take the compiler\n", indentation)
        code.write(
            "// time that grows with the square of their number; so they are declared once.\n")
        for group in shared.groups {
            code.write("\n")
            let start = code.count
            emitProtocol(of: group, indentation: indentation)
            if !code.fits(from: start) {
                code.removeAll(from: start)
                code.write(indentation, "// swift-format-ignore\n")
                emitProtocol(of: group, indentation: indentation)
            }
        }
    }

    private mutating func emitProtocol(of group: SharedMembers.Group, indentation: String) {
        code.write(indentation, access, "protocol ", group.protocolName)
        if let associatedType = group.associatedType {
            code.write(" {\n", indentation, "    associatedtype ", associatedType, "\n")
            code.write(indentation, "}\n")
        } else {
            code.write(" {}\n")
        }
    }

    /// Writes the conformances of a phantom type to the protocols of its shared members.
    mutating func emitConformances(of index: Int) {
        let members = schema.members(of: schema.types[index])
        guard members.indices.contains(where: { shared.group(ofMember: $0) != nil }) else { return }
        code.write("\n")
        let start = code.count
        emitConformances(of: index, members, open: " ", separator: ", ", close: " {")
        if !code.fits(from: start) {
            code.removeAll(from: start)
            emitConformances(of: index, members, open: "\n    ", separator: ",\n    ", close: "\n{")
        }
        if !code.fits(from: start) {
            code.removeAll(from: start)
            code.write("// swift-format-ignore\n")
            emitConformances(of: index, members, open: " ", separator: ", ", close: " {")
        }
        var isEmpty = true
        for member in members.indices {
            guard let group = shared.group(ofMember: member),
                let associatedType = shared.groups[group].associatedType
            else { continue }
            code.write(isEmpty ? "\n" : "")
            emitTypeAlias(associatedType, types.name(of: members[member].element))
            isEmpty = false
        }
        code.write("}\n")
    }

    private mutating func emitConformances(
        of index: Int, _ members: ArraySlice<Member>, open: String, separator: String,
        close: String
    ) {
        code.write("extension ", types.names[index], ":")
        var before = open
        for member in members.indices {
            guard let group = shared.group(ofMember: member) else { continue }
            code.write(before, types.namespace, shared.groups[group].protocolName)
            before = separator
        }
        code.write(close)
    }

    private mutating func emitTypeAlias(_ name: String, _ type: String) {
        let start = code.count
        code.write("    ", access, "typealias ", name, " = ", type, "\n")
        if !code.fits(from: start) {
            code.removeAll(from: start)
            code.write("    // swift-format-ignore\n")
            code.write("    ", access, "typealias ", name, " = ", type, "\n")
        }
    }

    /// Writes the members that many types have.
    mutating func emitSharedMembers() {
        for group in shared.groups {
            emitExtensionHead(": ", types.namespace + group.protocolName)
            emit(group.member, element: group.associatedType.map { "Element.\($0)" })
            code.write("}\n")
        }
    }
}
