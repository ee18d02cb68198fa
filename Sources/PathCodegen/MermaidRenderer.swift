import PathSchema

/// Draws a schema as a Mermaid class diagram: a box for the root and for each type with children, a
/// line in it for each child that has none, an arrow to another box for each that has.
///
/// A flowchart of all nodes would be a tree, but one of which a page shows a fraction: 60 nodes make a
/// dozen boxes. Where a tree recurs, its arrow leads back to the box there is.
///
/// The diagram is bare, without the fence that Markdown needs around it: hosting pages and Mermaid's
/// own tools read it from a file as it is.
struct MermaidRenderer: ~Copyable {
    private let schema: Schema
    private var text = SourceBuffer()

    static func render<Failure: Error>(
        _ schema: Schema, to sink: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Void
    ) throws(Failure) {
        var renderer = MermaidRenderer(schema)
        renderer.text.write("classDiagram\n    direction LR\n")
        for (index, type) in schema.types.enumerated() {
            renderer.writeBox(of: type, index)
        }
        for (index, type) in schema.types.enumerated() {
            renderer.writeArrows(from: type, index)
        }
        try renderer.text.finish(to: sink)
    }

    private init(_ schema: Schema) {
        self.schema = schema
    }

    private mutating func writeBox(of type: ElementType, _ index: Int) {
        text.write("    class n\(index)[\"", MermaidText.escaped(schema[type.name]), "\"]")
        let lines = schema.members(of: type).compactMap { line(for: $0) }
        if !lines.isEmpty || type.kind == .model {
            text.write(" {\n")
            if type.kind == .model {
                text.write("        <<model>>\n")
            }
            for line in lines {
                text.write("        ", line, "\n")
            }
            text.write("    }")
        }
        text.write("\n")
    }

    private mutating func writeArrows(from type: ElementType, _ index: Int) {
        for member in schema.members(of: type) {
            switch member.element {
            case .value: continue
            case .declared(let target), .recurring(let target):
                text.write("    n\(index) --> n\(target) : ", label(of: member), "\n")
            }
        }
    }

    /// The line of a member whose elements are values.
    ///
    /// A space follows the colon for more than its looks: behind a colon, Mermaid takes `#lt;` for a
    /// colour if the line has the word `style`.
    private func line(for member: Member) -> String? {
        guard case .value(let type) = member.element else { return nil }
        return "\(label(of: member)): \(MermaidText.escaped(schema[type]))"
    }

    /// The keys from the owner to the element: `messages/<messageId>`.
    private func label(of member: Member) -> String {
        let placeholders = schema.placeholders(of: member)
        let keys =
            (member.key.map { [schema[$0]] } ?? [])
            + placeholders.map { SchemaNode.Placeholder($0, of: schema).schemaText }
        let label = MermaidText.escaped(keys.joined(separator: "/"))
        let isDeprecated =
            member.deprecation != nil || placeholders.contains { $0.deprecation != nil }
        return isDeprecated ? label + MermaidText.escaped(" (deprecated)") : label
    }
}
