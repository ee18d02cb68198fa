import PathSchema
import SchemaDiff
import TestSupport

/// Errors in a schema that should have none.
struct SchemaErrors: Error, CustomStringConvertible {
    let description: String
}

func schema(_ json: String) throws -> Schema {
    let result = SchemaCompiler.compile([SourceText(name: "schema.json", text: json)])
    guard let schema = result.schema else {
        throw SchemaErrors(description: "\(json): \(result.diagnostics.inDocumentOrder)")
    }
    return schema
}

func diff(_ old: String, _ new: String) throws -> SchemaDiff {
    SchemaDiff(from: try schema(old), to: try schema(new))
}

extension Change {
    /// Whether the change is about a place, or about one above.
    func covers(_ place: [String]) -> Bool {
        let keys = path == "/" ? [] : path.split(separator: "/").map(String.init)
        return keys.count <= place.count
            && zip(keys, place).allSatisfy { $0 == $1 || $0.hasPrefix("<") }
    }
}
