import PathSchema

/// What can be made of a schema.
public enum Rendering: String, CaseIterable, Sendable {
    /// The code.
    case swift
    /// A drawing with the Swift types, for a terminal.
    case tree
    /// A diagram, for a page that renders Mermaid.
    case mermaid
    /// The resolved schema, for other tools.
    case json

    /// The text in UTF-8, with a line break at its end.
    ///
    /// - Parameter sources: the names of the files that the schema was read from, for the head of the code.
    public func render(_ schema: Schema, from sources: [String]) -> [UInt8] {
        switch self {
        case .swift: SwiftEmitter.emit(schema, from: sources)
        case .tree: TreeRenderer.render(schema)
        case .mermaid: MermaidRenderer.render(schema)
        case .json: SchemaJSONRenderer.render(schema)
        }
    }
}
