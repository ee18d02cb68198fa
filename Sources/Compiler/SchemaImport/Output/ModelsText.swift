import PathSchema

/// Writes the types that a schema refers to as Swift code, so that the generated code compiles.
struct ModelsText {
    private let draft: SchemaDraft
    private let fields: [[ModelField]]
    private let others: [[String]]
    private var code = ""

    /// - Parameter source: a description of the source for the header.
    static func text(of draft: SchemaDraft, from source: String) -> String {
        var writer = ModelsText(draft)
        writer.writeHeader(source: source)
        for position in draft.models.indices { writer.write(model: position) }
        for choice in draft.choices { writer.write(choice) }
        if draft.root.uses(.mixed) { writer.code += "\n" + HelperTypes.scalar }
        if draft.root.uses(.anything) { writer.code += "\n" + HelperTypes.unknown }
        return writer.code
    }

    private init(_ draft: SchemaDraft) {
        self.draft = draft
        let fields = ModelFields(models: draft.models, choices: draft.choices)
        self.fields = draft.models.map { fields.fields(of: $0) }
        others = draft.models.map { fields.others(of: $0) }
    }

    private mutating func writeHeader(source: String) {
        let name = source.filter { !$0.isNewline }
        code += "// Made by generate-paths from \(name), once: these types are yours to change.\n"
        var modules: [String] = []
        if fields.joined().contains(where: { $0.type.hasPrefix("Date") }) {
            modules.append("Foundation")
        }
        if fields.joined().contains(where: { $0.isServerTime || $0.type.contains("KeySet<") }) {
            modules.append("TypedDatabase")
        }
        if !modules.isEmpty { code += "\n" }
        for module in modules { code += "import \(module)\n" }
    }

    private mutating func write(model position: Int) {
        let (model, fields) = (draft.models[position], fields[position])
        code += "\n/// \(draft.places.text(of: model.place))\n"
        if !others[position].isEmpty {
            code += """
                ///
                /// Without \(Self.list(others[position])), which `set` of a whole model would remove: use `merge`.

                """
        }
        code += "struct \(Identifier.declaredType(model.name)): Codable, Hashable, Sendable {\n"
        for field in fields {
            for comment in field.comments { code += "    // \(comment)\n" }
            code += "    \(Self.declaration(of: field))\n"
        }
        if fields.contains(where: { $0.name != $0.key }) { writeCodingKeys(fields) }
        code += "}\n"
    }

    private static func declaration(of field: ModelField) -> String {
        let name = Identifier.declared(field.name)
        if field.isServerTime { return "var \(name) = ServerTime.pending" }
        return "var \(name): \(field.type)\(field.type.hasPrefix("KeySet<") ? " = []" : "")"
    }

    /// Returns some keys as a list in a sentence.
    private static func list(_ keys: [String]) -> String {
        let names = keys.prefix(2).map { "'\($0.prefix(20))'" }
        return switch keys.count {
        case 1, 2: names.joined(separator: " and ")
        default: "\(names.joined(separator: ", ")) and \(keys.count - names.count) more"
        }
    }

    private mutating func write(_ choice: DraftChoice) {
        let type = Identifier.declaredType(choice.name)
        code += "\n/// \(draft.places.text(of: choice.place))\n"
        code += "enum \(type): String, Codable, Hashable, Sendable {\n"
        var names: Set<String> = []
        for text in choice.texts {
            var name = SwiftNames.member(for: text) ?? (text.isEmpty ? "empty" : "value")
            if !names.insert(name).inserted {
                name = name.numbered { names.insert($0).inserted }
            }
            code += "    \(Self.enumCase(name, for: text))\n"
        }
        code += "}\n"
    }

    private mutating func writeCodingKeys(_ fields: [ModelField]) {
        code += "\n    enum CodingKeys: String, CodingKey {\n"
        for field in fields { code += "        \(Self.enumCase(field.name, for: field.key))\n" }
        code += "    }\n"
    }

    private static func enumCase(_ name: String, for text: String) -> String {
        let declared = Identifier.declared(name)
        return name == text ? "case \(declared)" : "case \(declared) = \(SwiftNames.literal(text))"
    }
}

extension DraftNode {
    /// Whether the node or one below is of a type.
    fileprivate func uses(_ type: ImportedType) -> Bool {
        self.type == type.swiftName || children.contains { $0.uses(type) }
    }
}
