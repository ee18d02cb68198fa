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
    private let part: SchemaPart

    static func render(_ part: SchemaPart) -> String {
        let renderer = MermaidRenderer(part: part)
        let types = renderer.types
        return """
            classDiagram
                direction LR
            \(types.map(renderer.box).joined())\
            \(types.map(renderer.arrows).joined())
            """
    }

    /// The type that the part begins with, and those that arrows lead to, in document order.
    private var types: [ElementType] {
        var reached: Set<ElementType.ID> = [part.type.id]
        var rest = [part.type]
        while let type = rest.popLast() {
            for target in type.members.compactMap(\.element.type)
            where reached.insert(target).inserted {
                rest.append(part.schema[target])
            }
        }
        return [part.type]
            + part.schema.types.filter { $0.id != part.type.id && reached.contains($0.id) }
    }

    private func box(of type: ElementType) -> String {
        let marks = type.kind == .model ? ["<<model>>"] : []
        let lines = marks + type.members.compactMap(line)
        let contents =
            lines.isEmpty ? "" : " {\n\(lines.map { "        \($0)\n" }.joined())    }"
        let name = type.name.isEmpty ? part.keys.joined(separator: "/") : type.name
        return "    class \(node(type.id))[\"\(MermaidText.escaped(name))\"]\(contents)\n"
    }

    /// Arrows from a type to itself are one: of several, Mermaid draws only the last.
    private func arrows(from type: ElementType) -> String {
        let loops = type.members.filter { $0.element.type == type.id }
        return type.members.map { member in
            guard let target = member.element.type else { return "" }
            let isLoop = target == type.id
            if isLoop, member.name != loops[0].name { return "" }
            let label = (isLoop ? loops : [member]).map(label).joined(separator: ", ")
            return "    \(node(type.id)) --> \(node(target)) : \(label)\n"
        }
        .joined()
    }

    private func node(_ type: ElementType.ID) -> String {
        type.index < 0 ? "part" : "n\(type.index)"
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
