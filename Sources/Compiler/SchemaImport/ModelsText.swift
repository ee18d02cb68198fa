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

// MARK: - Fields

/// A field of a struct.
struct ModelField {
    let key: String
    let name: String
    let type: String
    let comments: [String]
    /// Whether the server sets the field to the time of the write.
    let isServerTime: Bool
}

/// Determines the names and types of models' fields.
struct ModelFields {
    let models: [DraftModel]
    let choices: [DraftChoice]

    /// Returns the keys of the children that aren't fields of a model, a placeholder last.
    func others(of model: DraftModel) -> [String] {
        let names = model.node.children.filter { !$0.node.isField(isElement: model.isElement) }
            .map(\.key)
        return names
            + model.children.compactMap {
                if case .placeholder(let name, _) = $0.key { "<\(name)>" } else { nil }
            }
    }

    func fields(of model: DraftModel) -> [ModelField] {
        // Names that a Hashable type has already.
        var names: Set = ["hashValue"]
        return model.fields.map { child, node in
            var name = SwiftNames.member(for: child.key) ?? "field"
            if SwiftNames.member(for: child.key) == nil || !names.insert(name).inserted {
                name = name.numbered { names.insert($0).inserted }
            }
            let isOptional = child.isOptional && !node.isSet
            return ModelField(
                key: child.key, name: name, type: type(of: node) + (isOptional ? "?" : ""),
                comments: node.comments, isServerTime: child.node.shape == .leaf(.serverTime))
        }
    }

    private func type(of node: DraftNode) -> String {
        if let model = node.model { return models[model].name }
        if let choice = node.choice { return choices[choice].name }
        guard let element = node.children.first, let wildcard = node.imported.wildcard else {
            return node.type ?? "UnknownValue"
        }
        let key = wildcard.keyType ?? "String"
        if wildcard.isArray { return "[\(type(of: element))]" }
        return node.isSet ? "KeySet<\(key)>" : "[\(key): \(type(of: element))]"
    }
}

extension DraftNode {
    /// Whether the node is a set of keys, `{ "u1": true }`.
    var isSet: Bool { imported.wildcard?.node.shape == .leaf(.membership) }
}

// MARK: - Helper types

/// The types that models use for values without a type of their own yet.
enum HelperTypes {
    /// The source of `ScalarValue`, for values of several kinds.
    static let scalar = """
        /// A bool, a number or a string, for values that are sometimes one and sometimes another.
        enum ScalarValue: Codable, Hashable, Sendable {
            case bool(Bool)
            case int(Int)
            case double(Double)
            case string(String)

            init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                if let value = try? container.decode(Bool.self) {
                    self = .bool(value)
                } else if let value = try? container.decode(Int.self) {
                    self = .int(value)
                } else if let value = try? container.decode(Double.self) {
                    self = .double(value)
                } else {
                    self = .string(try container.decode(String.self))
                }
            }

            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                switch self {
                case .bool(let value): try container.encode(value)
                case .int(let value): try container.encode(value)
                case .double(let value): try container.encode(value)
                case .string(let value): try container.encode(value)
                }
            }
        }

        """

    /// The source of `UnknownValue`, for values without a known type.
    static let unknown = """
        /// Anything at all. It keeps what is there until you say what it is: search for this name in the
        /// schema, and put a type of Swift's or of your own in its place.
        enum UnknownValue: Codable, Hashable, Sendable {
            case bool(Bool)
            case int(Int)
            case double(Double)
            case string(String)
            case array([UnknownValue])
            case children([String: UnknownValue])

            init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                if let value = try? container.decode(Bool.self) {
                    self = .bool(value)
                } else if let value = try? container.decode(Int.self) {
                    self = .int(value)
                } else if let value = try? container.decode(Double.self) {
                    self = .double(value)
                } else if let value = try? container.decode(String.self) {
                    self = .string(value)
                } else if let value = try? container.decode([UnknownValue].self) {
                    self = .array(value)
                } else {
                    self = .children(try container.decode([String: UnknownValue].self))
                }
            }

            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                switch self {
                case .bool(let value): try container.encode(value)
                case .int(let value): try container.encode(value)
                case .double(let value): try container.encode(value)
                case .string(let value): try container.encode(value)
                case .array(let value): try container.encode(value)
                case .children(let value): try container.encode(value)
                }
            }
        }

        """
}
