import PathSchema

/// The members of paths.
extension SwiftEmitter {
    /// The members of a type's paths, but for those that are shared.
    func members(of type: ElementType) -> String {
        let groups = shared.groups(of: type)
        var code = ""
        for index in 0..<type.members.count where groups.isEmpty || groups[index] == nil {
            let member = type.members[index]
            code += code.isEmpty ? extensionHead(" == \(types[type.id])") : "\n"
            code += self.code(of: member, element: types[member.element])
        }
        return code.isEmpty ? "" : code + "}\n"
    }

    /// A member that many types have.
    func members(of group: SharedMembers.Group) -> String {
        let element =
            group.associatedType.map { "Element.\($0)" } ?? types[group.member.element]
        return extensionHead(": \(types.namespace)\(group.protocolName)")
            + code(of: group.member, element: element) + "}\n"
    }

    /// - Parameter constraint: what `Element` is: ` == Chatroom` or `: HasName`.
    private func extensionHead(_ constraint: String) -> String {
        "\n"
            + declaration(
                "extension Path where Element\(constraint) {\n",
                orBroken: ["extension Path\nwhere Element\(constraint) {\n"])
    }

    /// The property and the accessors of a member.
    ///
    /// - Parameter element: what its paths lead to in the end.
    private func code(of member: Member, element: String) -> String {
        let placeholders = member.placeholders
        let key = member.key.map { SwiftLiteral.quoted($0) }
        var code = ""
        if let key {
            code = property(
                for: member, key: key, type: types.path(to: element, keys: placeholders[...]))
        }
        guard let name = member.accessorName else { return code }
        // Other runtimes than TypedPaths append one key in a collection at a time.
        let maximum = schema.options.runtime == Options.typedPaths ? placeholders.count : 1
        for keyCount in 1..<maximum + 1 {
            if !code.isEmpty { code += "\n" }
            let type = types.path(to: element, keys: placeholders[keyCount...])
            let keys = Array(placeholders[0..<keyCount])
            code += accessor(name, for: member, key: key, keys, type: type)
        }
        return code
    }

    /// - Parameter key: the literal of the member's key.
    private func property(for member: Member, key: String, type: String) -> String {
        let (access, name) = (access, Identifier.declared(member.name))
        let head = declaration(
            "    \(access)var \(name): \(type) {\n",
            orBroken: [
                "    \(access)var \(name): \(type)\n    {\n",
                "    \(access)var \(name):\n        \(type)\n    {\n",
            ],
            deprecation: member.deprecation, indentation: "    ")
        return documentation(member.documentation, indentation: "    ") + head
            + body(appending: [key])
    }

    /// The accessor that takes some keys: one, or for a collection of collections more.
    private func accessor(
        _ accessor: String, for member: Member, key: String?, _ keys: [SchemaPlaceholder],
        type: String
    ) -> String {
        let (access, name) = (access, Identifier.declared(accessor))
        let head = declaration(
            "    \(access)func \(name)(\(Self.parameters(for: keys, separator: ", "))) -> \(type) {\n",
            orBroken: [
                """
                    \(access)func \(name)(
                        \(Self.parameters(for: keys, separator: ",\n        "))
                    ) -> \(type) {

                """
            ],
            deprecation: member.deprecation ?? Self.deprecation(of: keys), indentation: "    ")
        let parameters = keys.map { Identifier.declared($0.parameter) }
        return documentation(keys[keys.count - 1].documentation, indentation: "    ") + head
            + body(appending: (key.map { [$0] } ?? []) + parameters)
    }

    /// The first that some placeholders have.
    private static func deprecation(of keys: [SchemaPlaceholder]) -> String? {
        for index in 0..<keys.count {
            if let deprecation = keys[index].deprecation { return deprecation }
        }
        return nil
    }

    /// The first has no label; the others have, so that they can't be swapped.
    private static func parameters(for keys: [SchemaPlaceholder], separator: String) -> String {
        var parameters = "_ "
        for index in 0..<keys.count {
            if index > 0 { parameters += separator }
            parameters += "\(Identifier.declared(keys[index].parameter)): \(keys[index].keyType)"
        }
        return parameters
    }
}

// MARK: - Bodies

extension SwiftEmitter {
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
