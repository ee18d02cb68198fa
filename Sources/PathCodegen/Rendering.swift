import PathSchema

/// An output format for a schema.
package enum Rendering: String, CaseIterable, Sendable {
    /// The code.
    case swift
    /// A drawing with the Swift types, for a terminal.
    case tree
    /// A diagram, for a page that renders Mermaid.
    case mermaid
    /// The resolved schema, for other tools.
    case json

    /// Renders a schema to a text that ends with a line break.
    ///
    /// - Parameters:
    ///   - part: what is drawn; all of its schema, by the renderings that don't draw.
    ///   - sources: the names of the files that the schema was read from.
    package func render(_ part: SchemaPart, from sources: [String]) -> String {
        switch self {
        case .swift: SwiftEmitter.emit(part.schema, from: sources)
        case .tree: TreeRenderer.render(part)
        case .mermaid: MermaidRenderer.render(part)
        case .json: SchemaJSONRenderer.render(part.schema)
        }
    }

    /// Renders all of a schema.
    package func render(_ schema: Schema, from sources: [String]) -> String {
        render(SchemaPart(of: schema), from: sources)
    }

    /// A warning about a rendered text, if it has a flaw that a person should know of.
    package func warning(about text: String) -> String? {
        guard self == .mermaid, text.count > Self.maximumMermaidCount else { return nil }
        return "the diagram has \(text.count) characters, and Mermaid draws "
            + "\(Self.maximumMermaidCount) at most unless 'maxTextSize' is set; "
            + "--below draws a part"
    }

    /// Mermaid's default for `maxTextSize`: https://mermaid.js.org/config/schema-docs/config.html
    private static let maximumMermaidCount = 50_000
}
