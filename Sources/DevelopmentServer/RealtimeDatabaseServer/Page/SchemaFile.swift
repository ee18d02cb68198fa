import Foundation
import PathSchema
import TypedDatabase

/// The schema of the data, from its files.
enum SchemaFile {
    static func schema(of paths: [String]) throws(SchemaFileError) -> Schema? {
        guard !paths.isEmpty else { return nil }
        let sources = try paths.map { path throws(SchemaFileError) in
            do {
                let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
                return SourceText(name: path, utf8: bytes)
            } catch {
                throw SchemaFileError(
                    "can't read the schema \(path): \(error.localizedDescription)")
            }
        }
        let result = SchemaCompiler.compile(sources)
        if let schema = result.schema { return schema }
        let formatter = TextDiagnosticFormatter(sources: sources)
        let errors = result.diagnostics.inDocumentOrder.prefix(20).map(formatter.format)
        throw SchemaFileError("can't use the schema:\n\(errors.joined())")
    }
}

/// The reason why a schema can't be used.
public struct SchemaFileError: DescribedError, Sendable {
    /// The reason, with the schema's errors and their places.
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}
