import PathSchema

/// An output format for a schema.
///
/// This module draws compiled schemas. Their mistakes have been reported and their names resolved
/// by `PathSchema`, so nothing here fails, and nothing here decides what a type or a member is
/// called, except the protocols of shared members.
///
/// ```
///          ┌─▶ SwiftEmitter ───────▶ Swift: types, members of paths, lists, checks
/// Schema ──┼─▶ TreeRenderer ───────▶ a tree for a terminal
///          ├─▶ MermaidRenderer ────▶ a class diagram
///          └─▶ SchemaJSONRenderer ─▶ JSON for other tools
/// ```
///
/// Swift code and diagrams go through the schema's types, since a type that recurs, or that is a
/// model in several places, is declared once. The tree, the JSON, and the lists in Swift code go
/// through its nodes (`Schema.forEachNode`). All spell types by `PathTypes`.
///
/// `MemberUses` and `ModuleClash` tell what the Swift code declares without writing it: for
/// `diff`, and for several schemas in one module.
package enum Rendering: String, CaseIterable, Sendable {
    /// Generated Swift code.
    case swift
    /// A tree with the Swift types of paths, for a terminal.
    case tree
    /// A class diagram, for a page that renders Mermaid.
    case mermaid
    /// The resolved schema as JSON, for other tools.
    case json
    /// Swift code that lists the types of all data, to check what is stored.
    case checks

    /// Renders a part of a schema. The text ends with a line break.
    ///
    /// - Parameters:
    ///   - part: the part to draw. The renderings that don't draw include the whole schema.
    ///   - sources: the names of the files that the schema was read from.
    package func render(_ part: SchemaPart, from sources: [String]) -> String {
        switch self {
        case .swift: SwiftEmitter.emit(part.schema, from: sources)
        case .tree: TreeRenderer.render(part)
        case .mermaid: MermaidRenderer.render(part)
        case .checks: SwiftEmitter.emitChecks(part.schema, from: sources)
        case .json: SchemaJSONRenderer.render(part.schema)
        }
    }

    /// Renders a whole schema.
    package func render(_ schema: Schema, from sources: [String]) -> String {
        render(SchemaPart(of: schema), from: sources)
    }

    /// Returns a warning about a rendered text, if it has a flaw.
    package func warning(about text: String) -> String? {
        guard self == .mermaid, text.count > Self.maximumMermaidCount else { return nil }
        return "the diagram has \(text.count) characters, and Mermaid draws "
            + "\(Self.maximumMermaidCount) at most unless 'maxTextSize' is set; "
            + "--below draws a part"
    }

    /// Mermaid's default for `maxTextSize`: https://mermaid.js.org/config/schema-docs/config.html
    private static let maximumMermaidCount = 50_000
}
