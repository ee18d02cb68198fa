import PathSchema

/// Draws a schema as a Mermaid class diagram: a box for the root and for each type with children,
/// with a line for each child that is a leaf, and an arrow to the box of each other child.
///
/// A flowchart of all nodes would be too large for a page: 60 nodes make a dozen boxes. Where a
/// tree recurs, an arrow leads back to the existing box.
///
/// The diagram has no Markdown fence, as hosting pages and Mermaid's own tools expect of a file.
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

    /// The type of the part's root and the types that arrows lead to, in document order.
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

    /// Returns the arrows from a type. Those to the type itself are merged, since Mermaid draws
    /// only the last of several.
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

    /// Returns the line of a member whose elements are values.
    ///
    /// The space after the colon is required: directly after a colon, Mermaid parses `#lt;` as a
    /// color if the line contains the word `style`.
    private func line(for member: Member) -> String? {
        guard case .value(let type) = member.element else { return nil }
        return "\(label(of: member)): \(MermaidText.escaped(type))"
    }

    /// Returns the keys from the owner to the element: `messages/<messageId>`.
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

// MARK: - Text

/// Escapes text in a Mermaid diagram.
enum MermaidText {
    /// Returns the text escaped for any place in a diagram.
    ///
    /// Mermaid parses its own syntax, then Markdown, then HTML in a label, each with special
    /// characters and words (`end`, `direction LR`, `__name__`, `<b>`). Characters other than
    /// letters, digits, and punctuation between two of these as in `user-posts`, are therefore
    /// written as entities such as `#60;`, which Mermaid replaces last.
    static func escaped(_ text: String) -> String {
        guard !text.utf8.allSatisfy(isLetterDigitOrSlash) else { return text }
        let scalars = Array(Visible.text(text).unicodeScalars)
        var escaped = ""
        for (index, scalar) in scalars.enumerated() {
            switch scalar {
            case "<": escaped += "#lt;"
            case ">": escaped += "#gt;"
            case _ where isSyntax(scalar) && !joinsWords(index, in: scalars):
                escaped += "#\(scalar.value);"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    private static func joinsWords(_ index: Int, in scalars: [Unicode.Scalar]) -> Bool {
        guard ["-", "_", "."].contains(scalars[index]), index > 0, index + 1 < scalars.count else {
            return false
        }
        return isWord(scalars[index - 1]) && isWord(scalars[index + 1])
    }

    private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
        scalar != "/" && !isSyntax(scalar)
    }

    private static func isLetterDigitOrSlash(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "/") || Unicode.Scalar(byte).isASCIILetterOrDigit
    }

    private static func isSyntax(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        // Mermaid stores entities as "ﬂ°…¶ß" until it replaces them.
        case "°", "¶": true
        default: scalar.isASCII && !isLetterDigitOrSlash(UInt8(ascii: scalar))
        }
    }
}
