import PathSchema

/// Writes the resolved schema as JSON for other tools. Documentation/SchemaJSON.md defines the
/// fields, and the changes that are possible within a version.
struct SchemaJSONRenderer {
    private let schema: Schema
    private let types: PathTypes
    /// The paths of the nodes that declare recurring types.
    private let declarations: [ElementType.ID: String]
    /// The indexes of collections, by path without a leading slash.
    private let indexes: [String: [String]]
    private var paths = PathPatterns(.rules)
    private var text = ""

    private static let version = 1

    static func render(_ schema: Schema) -> String {
        var renderer = SchemaJSONRenderer(schema)
        renderer.writeHead()
        renderer.writeRoot()
        schema.forEachNode { renderer.write($0) }
        renderer.text += "\n  ]\n}\n"
        return renderer.text
    }

    private init(_ schema: Schema) {
        self.schema = schema
        types = PathTypes(schema)
        declarations = PathPatterns.ofRecurringTypes(in: schema, as: .rules)
        indexes = Dictionary(uniqueKeysWithValues: schema.indexes.map { ($0.path, $0.children) })
    }
}

// MARK: - The parts of the document

extension SchemaJSONRenderer {
    private mutating func writeHead() {
        let options = schema.options
        let imports = options.imports.map(JSONText.quoted).joined(separator: ", ")
        text += """
            {
              "version": \(Self.version),
              "runtime": \(JSONText.quoted(options.runtime)),
              "imports": [\(imports)],
              "access": \(JSONText.quoted(options.access.rawValue)),
              "root": \(JSONText.quoted(types.root)),
              "nodes": [

            """
    }

    private mutating func writeRoot() {
        text += "    {\"path\": \"/\""
        writeField("kind", kind(of: schema.root.id))
        writeField("type", "Path<\(types.root)>")
        writeField("phantomType", types.root)
        writeIndex(indexes[""])
        writeField("documentation", schema.root.documentation)
        text += "}"
    }

    private mutating func write(_ node: SchemaNode) {
        let path = paths.next(node)
        text += ",\n    {\"path\": \(JSONText.quoted("/" + path))"
        switch node.key {
        case .named(let key):
            writeField("key", key)
        case .placeholder(let placeholder):
            writeField("placeholder", placeholder.text)
            writeField("keyType", placeholder.keyType)
        }
        writeField("kind", kind(of: node))
        writeField("type", types.path(to: node.member, afterKeys: node.keyCount))
        writeElement(node.element)
        switch node.key {
        case .named: writeField("property", node.member.name)
        case .placeholder: writeAccessor(of: node)
        }
        writeIndex(indexes[path])
        writeField("documentation", node.documentation)
        writeField("deprecated", node.deprecation)
        text += "}"
    }

    private mutating func writeElement(_ element: Element?) {
        switch element {
        case .value(let name):
            writeField("valueType", name)
        case .declared(let type), .recurring(let type):
            let isModel = schema[type].kind == .model
            writeField(isModel ? "valueType" : "phantomType", types[type])
        case nil: return
        }
        if case .recurring(let type) = element {
            writeField("childrenOf", declarations[type].map { "/" + $0 })
        }
    }

    private mutating func writeAccessor(of node: SchemaNode) {
        guard let name = node.member.accessorName else { return }
        let parameters = node.member.placeholders.prefix(node.keyCount).map { placeholder in
            let parameter = JSONText.quoted(placeholder.parameter)
            return "{\"name\": \(parameter), \"type\": \(JSONText.quoted(placeholder.keyType))}"
        }
        text += ", \"accessor\": {\"name\": \(JSONText.quoted(name)), "
        text += "\"parameters\": [\(parameters.joined(separator: ", "))]}"
    }

    private mutating func writeIndex(_ index: [String]?) {
        guard let index else { return }
        text += ", \"index\": [\(index.map(JSONText.quoted).joined(separator: ", "))]"
    }

    private mutating func writeField(_ name: String, _ value: String?) {
        guard let value else { return }
        text += ", \"\(name)\": \(JSONText.quoted(value))"
    }
}

// MARK: - Kinds

extension SchemaJSONRenderer {
    private func kind(of node: SchemaNode) -> String {
        switch node.element {
        case nil: "collection"
        case .value: "leaf"
        case .declared(let type), .recurring(let type): kind(of: type)
        }
    }

    private func kind(of type: ElementType.ID) -> String {
        schema[type].members.contains { $0.key == nil } ? "mixed" : "branch"
    }
}
