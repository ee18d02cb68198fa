import PathSchema
import SchemaImport
import Testing

/// The readers, for tests.
enum Imports {
    static func read(_ input: [UInt8], as kind: ImportFixture.Kind) throws -> Imported {
        switch kind {
        case .rules, .databases: try rules(input)
        case .export: try export(input)
        }
    }

    static func rules(_ input: [UInt8]) throws -> Imported {
        let (imported, messages) = rulesWithMessages(input)
        return try #require(imported, "\(messages)")
    }

    static func rulesWithMessages(_ input: [UInt8]) -> (Imported?, messages: String) {
        let source = SourceText(name: "rules.json", utf8: input)
        var diagnostics = Diagnostics()
        let imported = RulesReader.read(source, reportingTo: &diagnostics)
        return (imported, text(of: diagnostics, in: source))
    }

    /// - Parameter chunk: the number of bytes that the reader gets at once.
    static func export(_ input: [UInt8], chunk: Int = 65_536) throws -> Imported {
        try ExportReader.read(nextChunk: chunks(of: input, count: chunk))
    }

    /// Returns a function that returns the next bytes of an input.
    static func chunks(of input: [UInt8], count: Int) -> () -> [UInt8] {
        var rest = input[...]
        return {
            defer { rest = rest.dropFirst(count) }
            return Array(rest.prefix(count))
        }
    }

    /// Returns the schema of rules, after the warnings; or the errors.
    static func schema(ofRules text: String) -> String {
        let (imported, messages) = rulesWithMessages(Array(text.utf8))
        return messages + (imported.map { SchemaImporter($0).schema } ?? "")
    }

    /// Returns the schema of an export, or the error.
    static func schema(ofExport text: String) -> String {
        do {
            return SchemaImporter(try export(Array(text.utf8))).schema
        } catch let error as ImportError {
            return "\(error.line):\(error.column): \(error.message)\n"
        } catch {
            return "\(error)"
        }
    }

    /// Compiles a schema, which must have no errors, nor warnings.
    static func compile(_ schema: String) throws -> Schema {
        let source = SourceText(name: "schema.json", text: schema)
        let result = SchemaCompiler.compile([source])
        let messages = text(of: result.diagnostics, in: source)
        try #require(messages == "", "\(schema.prefix(3_000))")
        return try #require(result.schema)
    }

    static func text(of diagnostics: Diagnostics, in source: SourceText) -> String {
        let formatter = TextDiagnosticFormatter(sources: [source], usesColor: false)
        return diagnostics.inDocumentOrder.map(formatter.format).joined()
    }
}
