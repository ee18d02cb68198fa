import PathSchema

/// Draws a schema as a Mermaid class diagram: a box for the root and for each type with children, a
/// line in it for each child that has none, an arrow to another box for each that has.
///
/// A flowchart of all nodes would be a tree, but one of which a page shows a fraction: 60 nodes make a
/// dozen boxes. Where a tree recurs, its arrow leads back to the box there is.
///
/// The diagram is bare, without the fence that Markdown needs around it: hosting pages and Mermaid's
/// own tools read it from a file as it is.
struct MermaidRenderer {
    private let schema: Schema

    static func render(_ schema: Schema) -> String {
        let renderer = MermaidRenderer(schema: schema)
        return """
            classDiagram
                direction LR
            \(schema.types.map(renderer.box).joined())\
            \(schema.types.map(renderer.arrows).joined())
            """
    }

    private func box(of type: ElementType) -> String {
        let marks = type.kind == .model ? ["<<model>>"] : []
        let lines = marks + type.members.compactMap(line)
        let contents =
            lines.isEmpty ? "" : " {\n\(lines.map { "        \($0)\n" }.joined())    }"
        return "    class n\(type.id.index)[\"\(MermaidText.escaped(type.name))\"]\(contents)\n"
    }

    private func arrows(from type: ElementType) -> String {
        type.members.map { member in
            switch member.element {
            case .value: ""
            case .declared(let target), .recurring(let target):
                "    n\(type.id.index) --> n\(target.index) : \(label(of: member))\n"
            }
        }
        .joined()
    }

    /// The line of a member whose elements are values.
    ///
    /// A space follows the colon for more than its looks: after a colon, Mermaid takes `#lt;` for a
    /// color if the line has the word `style`.
    private func line(for member: Member) -> String? {
        guard case .value(let type) = member.element else { return nil }
        return "\(label(of: member)): \(MermaidText.escaped(type))"
    }

    /// The keys from the owner to the element: `messages/<messageId>`.
    private func label(of member: Member) -> String {
        let keys = (member.key.map { [$0] } ?? []) + member.placeholders.map(\.schemaText)
        let index = member.placeholders.flatMap(\.index)
        let order = index.isEmpty ? "" : " (by \(index.joined(separator: ", ")))"
        let label = MermaidText.escaped(keys.joined(separator: "/") + order)
        let isDeprecated =
            member.deprecation != nil || member.placeholders.contains { $0.deprecation != nil }
        return isDeprecated ? label + MermaidText.escaped(" (deprecated)") : label
    }
}
