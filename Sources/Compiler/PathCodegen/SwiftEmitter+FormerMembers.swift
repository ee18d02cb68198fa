import PathSchema

/// Emission of deprecated members for the keys that a node had in earlier versions of the schema.
extension SwiftEmitter {
    /// Emits the members of former keys, which return the paths of the current ones.
    ///
    /// - Parameter element: the name of the element's type.
    func emitFormerMembers(of member: Member, element: String, to code: inout String) {
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
                    type: PathType(to: element, keys: placeholders.dropFirst(keyCount)).text,
                    to: &code)
            }
        }
    }

    private func emitFormerAccessor(
        _ name: String, _ current: String, keys: [SchemaPlaceholder], type: String,
        to code: inout String
    ) {
        let names = keys.map { Identifier.declared($0.parameter) }
        let parameters = zip(names, keys).enumerated().map { index, parameter in
            (index == 0 ? "_ " : "") + "\(parameter.0): \(parameter.1.keyType)"
        }
        let arguments = zip(names, keys).enumerated().map { index, argument in
            index == 0 ? argument.0 : "\(Self.label(argument.1.parameter)): \(argument.0)"
        }
        let labels = keys.enumerated().map { $0.offset == 0 ? "_:" : "\($0.element.parameter):" }
        let head = "    \(access)func \(Identifier.declared(name))("
        emitFormer(
            "\(head)\(parameters.joined(separator: ", "))) -> \(type) {\n",
            orBroken: """
                \(head)
                        \(parameters.joined(separator: ",\n        "))
                    ) -> \(type) {

                """,
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
