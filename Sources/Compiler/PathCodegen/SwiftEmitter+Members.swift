import PathSchema

/// Emission of the members of paths.
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
