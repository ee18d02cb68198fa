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
        let head = spellings.made(head)
        guard isNamespace else {
            code.write(access, "enum ", head, " {}\n")
            return
        }
        code.write(access, "enum ", head, " {\n")
        emitPhantomTypes(indentation: "    ")
        code.write("}\n")
    }

    private mutating func emitPhantomTypes(indentation: Fragment) {
        var isFirst = true
        for type in schema.types where type.kind == .phantom {
            if !isFirst, type.documentation != nil {
                code.write("\n")
            }
            isFirst = false
            emitDocumentation(type.documentation, indentation: indentation)
            let name = spellings.type(type.name)
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

/// The names of a protocol that many types conform to, and of its requirement.
struct SharedGroup {
    let protocolName: Fragment
    /// `protocolName`, as code outside of the namespace spells it.
    let qualifiedName: Fragment
    /// The associated type that stands for the element; `nil` if it is the same in all types.
    let associatedType: Fragment?
    /// The element, in the members of the protocol.
    let element: Fragment

    init(_ group: SharedMembers.Group, _ spellings: inout Spellings) {
        protocolName = spellings.made(group.protocolName)
        qualifiedName = spellings.qualified(group.protocolName)
        associatedType = group.associatedType.map { spellings.made($0) }
        element =
            group.associatedType.map { spellings.made("Element.\($0)") }
            ?? spellings.element(group.member.element)
    }
}

extension SwiftEmitter {
    /// Writes the protocols of the members that many types have.
    private mutating func emitProtocols(indentation: Fragment) {
        guard !groups.isEmpty else { return }
        code.write(
            "\n", indentation, "// Many types have these members. Declared for each type, they ",
            "would take the compiler\n", indentation,
            "// time that grows with the square of their number; so they are declared once.\n")
        for group in groups {
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

    private mutating func emitProtocol(of group: SharedGroup, indentation: Fragment) {
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
        let members = schema.types[index].members
        guard members.contains(where: { shared.group(ofMember: $0) != nil }) else { return }
        code.write("\n")
        let start = code.count
        emitConformances(of: index, open: " ", separator: ", ", close: " {")
        if !code.fits(from: start) {
            code.removeAll(from: start)
            emitConformances(of: index, open: "\n    ", separator: ",\n    ", close: "\n{")
        }
        if !code.fits(from: start) {
            code.removeAll(from: start)
            code.write("// swift-format-ignore\n")
            emitConformances(of: index, open: " ", separator: ", ", close: " {")
        }
        var isEmpty = true
        for member in members {
            guard let group = shared.group(ofMember: member),
                let associatedType = groups[group].associatedType
            else { continue }
            code.write(isEmpty ? "\n" : "")
            emitTypeAlias(associatedType, spellings.element(schema.members[member].element))
            isEmpty = false
        }
        code.write("}\n")
    }

    private mutating func emitConformances(
        of index: Int, open: Fragment, separator: Fragment, close: Fragment
    ) {
        code.write("extension ", spellings.types[index], ":")
        var before = open
        for member in schema.types[index].members {
            guard let group = shared.group(ofMember: member) else { continue }
            code.write(before, groups[group].qualifiedName)
            before = separator
        }
        code.write(close)
    }

    private mutating func emitTypeAlias(_ name: Fragment, _ type: Fragment) {
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
        for (position, group) in groups.enumerated() {
            emitExtensionHead(": ", group.qualifiedName)
            emit(shared.groups[position].member, element: group.element)
            code.write("}\n")
        }
    }
}
