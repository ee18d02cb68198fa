import PathSchema

/// Emission of members that don't fit the short form: those with long names, several keys, or an
/// attribute.
extension SwiftEmitter {
    /// - Parameter key: the member's key, escaped for a string literal.
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
        // The first parameter has no label; the others have one, so that arguments can't be
        // swapped.
        let parameters = zip(names, keys).enumerated().map { index, parameter in
            (index == 0 ? "_ " : "") + "\(parameter.0): \(parameter.1.keyType)"
        }
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
        code += body(appending: (member.key.map { [SwiftLiteral.quoted($0)] } ?? []) + names)
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
