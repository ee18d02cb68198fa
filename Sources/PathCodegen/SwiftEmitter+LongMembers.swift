import PathSchema

/// Members that are more than a line and its body: with long names, several keys, or an attribute.
extension SwiftEmitter {
    /// - Parameter key: the member's key, as between the quotes of a literal.
    func emitLongProperty(
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

    func emitLongAccessor(
        _ accessor: String, of member: Member, keys: [SchemaPlaceholder], type: PathType,
        to code: inout String
    ) {
        let (access, name) = (access, Identifier.declared(accessor))
        let names = keys.map { Identifier.declared($0.parameter) }
        let parameters = zip(names, keys).map { "_ \($0): \($1.keyType)" }
        emitDeclaration(
            "    \(access)func \(name)(\(parameters.joined(separator: ", "))) -> \(type.text) {\n",
            orBroken: [
                """
                    \(access)func \(name)(
                        \(parameters.joined(separator: ",\n        "))
                    ) -> \(type.text) {

                """
            ],
            deprecation: member.deprecation ?? keys.lazy.compactMap(\.deprecation).first,
            indentation: "    ", to: &code)
        if keys.count > 1 {
            // A parameter of the accessor's own name would be what is called, and `self` the path.
            let isHidden = accessor == "self" || keys.contains { $0.parameter == accessor }
            code += body(calling: isHidden ? "self.\(name)" : name, with: names)
        } else {
            let literal = member.key.map { [SwiftLiteral.quoted($0)] } ?? []
            code += body(appending: literal + names)
        }
    }
}

// MARK: - Bodies

extension SwiftEmitter {
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

    /// Goes through the collection that all keys but the last lead to.
    private func body(calling callee: String, with keys: [String]) -> String {
        let others = keys.dropLast().joined(separator: ", ")
        let last = keys[keys.count - 1]
        let line = "        \(callee)(\(others)).child(\(last))\n    }\n"
        if Lines.fit(line) { return line }
        let broken = keys.dropLast().joined(separator: ",\n            ")
        let head = "        \(callee)(\n            \(broken)\n"
        let end = "        ).child(\(last))\n    }\n"
        if Lines.fit(end) { return head + end }
        return head + "        ).child(\n            \(last)\n        )\n    }\n"
    }
}
