import PathCodegen
import PathSchema

/// A schema and the code that is generated for it.
struct Generation {
    let schema: Schema
    let code: String

    /// - Throws: the diagnostics, as a person would read them, if there are errors.
    init(
        _ json: String, from name: String = "schema.json",
        configure: (inout Options) -> Void = { _ in }
    ) throws {
        let source = SourceText(name: name, text: json)
        let result = SchemaCompiler.compile([source], configure: configure)
        guard let schema = result.schema else {
            let formatter = TextDiagnosticFormatter(sources: [source], usesColor: false)
            throw SchemaErrors(
                description: result.diagnostics.inDocumentOrder.map(formatter.format).joined())
        }
        self.schema = schema
        code = Rendering.swift.render(schema, from: [name])
    }
}

/// The errors in a schema.
struct SchemaErrors: Error, CustomStringConvertible {
    let description: String
}
