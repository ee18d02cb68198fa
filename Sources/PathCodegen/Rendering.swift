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

    /// Renders a schema.
    ///
    /// - Parameters:
    ///   - sources: the names of the files that the schema was read from.
    ///   - sink: takes the text in UTF-8, in chunks of no particular size; the last ends with a line
    ///     break. What it throws ends the rendering.
    public func render<Failure: Error>(
        _ schema: Schema, from sources: [String],
        to sink: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Void
    ) throws(Failure) {
        switch self {
        case .swift: try SwiftEmitter.emit(schema, from: sources, to: sink)
        case .tree: try TreeRenderer.render(schema, to: sink)
        case .mermaid: try MermaidRenderer.render(schema, to: sink)
        case .json: try SchemaJSONRenderer.render(schema, to: sink)
        }
    }

    /// Renders a schema to a text.
    public func render(_ schema: Schema, from sources: [String]) -> String {
        var bytes: [UInt8] = []
        render(schema, from: sources) { bytes += $0 }
        return String(decoding: bytes, as: UTF8.self)
    }
}
