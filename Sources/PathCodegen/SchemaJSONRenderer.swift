import PathSchema

/// Writes the resolved schema for other tools. Documentation/SchemaJSON.md says what the fields mean,
/// and what may change while the version stays.
struct SchemaJSONRenderer: ~Copyable {
    private let schema: Schema
    private let types: PathTypes
    /// Of each type, whether it has a wildcard.
    private let areMixed: [Bool]
    /// The paths of the nodes that recurring ones share their children with, by the type.
    private let declarations: [Int: String]
    private var paths = PathPatterns()
    private var text = SourceBuffer()

    private static let version = 1

    static func render<Failure: Error>(
        _ schema: Schema, to sink: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Void
    ) throws(Failure) {
        var renderer = SchemaJSONRenderer(schema)
        renderer.writeHead()
        renderer.writeRoot()
        schema.forEachNode { renderer.write($0) }
        renderer.text.write("\n  ]\n}\n")
        try renderer.text.finish(to: sink)
    }

    private init(_ schema: Schema) {
        self.schema = schema
        types = PathTypes(schema)
        areMixed = schema.types.map { schema.members(of: $0).contains { $0.key == nil } }
        declarations = PathPatterns.ofRecurringTypes(in: schema)
    }
}

// MARK: - The parts of the document

extension SchemaJSONRenderer {
    private mutating func writeHead() {
        let options = schema.options
        let imports = options.imports.map(JSONText.quoted).joined(separator: ", ")
        text.write("{\n  \"version\": \(Self.version),\n")
        text.write("  \"runtime\": ", JSONText.quoted(options.runtime), ",\n")
        text.write("  \"imports\": [", imports, "],\n")
        text.write("  \"access\": ", JSONText.quoted(options.access.rawValue), ",\n")
        text.write("  \"root\": ", JSONText.quoted(types.names[0]), ",\n")
        text.write("  \"nodes\": [\n")
    }

    private mutating func writeRoot() {
        text.write("    {\"path\": \"/\"")
        writeField("kind", kind(ofType: 0))
        writeField("type", "Path<\(types.names[0])>")
        writeField("phantomType", types.names[0])
        writeField("documentation", schema.documentation.map { schema[$0] })
        text.write("}")
    }

    private mutating func write(_ node: SchemaNode) {
        text.write(",\n    {\"path\": ", JSONText.quoted(paths.next(node)))
        switch node.key {
        case .named(let key):
            writeField("key", key)
        case .placeholder(let placeholder):
            writeField("placeholder", placeholder.text)
            writeField("keyType", placeholder.keyType)
        }
        writeField("kind", kind(of: node))
        writeField("type", types.path(to: node.member, behindKeys: node.keyCount))
        writeElement(node.element)
        switch node.key {
        case .named: writeField("property", schema[node.member.name])
        case .placeholder: writeAccessor(of: node)
        }
        writeField("documentation", node.documentation)
        writeField("deprecated", node.deprecation)
        text.write("}")
    }

    private mutating func writeElement(_ element: Element?) {
        switch element {
        case .value(let name):
            writeField("valueType", schema[name])
        case .declared(let index), .recurring(let index):
            let isModel = schema.types[index].kind == .model
            writeField(isModel ? "valueType" : "phantomType", types.names[index])
        case nil: return
        }
        if case .recurring(let index) = element {
            writeField("childrenOf", declarations[index])
        }
    }

    private mutating func writeAccessor(of node: SchemaNode) {
        guard let name = node.member.accessorName else { return }
        text.write(
            ", \"accessor\": {\"name\": ", JSONText.quoted(schema[name]), ", \"parameters\": [")
        for (index, placeholder) in node.placeholders.prefix(node.keyCount).enumerated() {
            text.write(index == 0 ? "{\"name\": " : ", {\"name\": ")
            text.write(JSONText.quoted(schema[placeholder.parameter]), ", \"type\": ")
            text.write(JSONText.quoted(schema[placeholder.keyType]), "}")
        }
        text.write("]}")
    }

    private mutating func writeField(_ name: String, _ value: String?) {
        guard let value else { return }
        text.write(", \"", name, "\": ", JSONText.quoted(value))
    }
}

// MARK: - Kinds

extension SchemaJSONRenderer {
    private func kind(of node: SchemaNode) -> String {
        switch node.element {
        case nil: "collection"
        case .value: "leaf"
        case .declared(let index), .recurring(let index): kind(ofType: index)
        }
    }

    private func kind(ofType index: Int) -> String {
        areMixed[index] ? "mixed" : "branch"
    }
}
