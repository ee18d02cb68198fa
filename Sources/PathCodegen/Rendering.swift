import PathSchema
import SecurityRules

/// What can be made of a schema.
package enum Rendering: String, CaseIterable, Sendable {
    /// The code.
    case swift
    /// A drawing with the Swift types, for a terminal.
    case tree
    /// A diagram, for a page that renders Mermaid.
    case mermaid
    /// The resolved schema, for other tools.
    case json
    /// Security rules that let in only what the schema describes, for Firebase's servers.
    case rules

    /// Renders a schema to a text that ends with a line break.
    ///
    /// - Parameter sources: the names of the files that the schema was read from.
    package func render(_ schema: Schema, from sources: [String]) -> String {
        switch self {
        case .swift: SwiftEmitter.emit(schema, from: sources)
        case .tree: TreeRenderer.render(schema)
        case .mermaid: MermaidRenderer.render(schema)
        case .json: SchemaJSONRenderer.render(schema)
        case .rules: RulesRenderer.render(schema)
        }
    }
}
