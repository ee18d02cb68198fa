import PathSchema
import SchemaImport

/// The readers, for tests.
enum Imports {
    static func read(_ input: [UInt8], as kind: ImportFixture.Kind) throws -> Imported {
        switch kind {
        case .rules, .databases: try rules(input)
        case .bolt: try BoltReader.read(input)
        case .export: try export(input)
        }
    }

    static func rules(_ input: [UInt8]) throws -> Imported {
        let source = SourceText(name: "rules.json", utf8: input)
        var diagnostics = Diagnostics()
        guard let imported = RulesReader.read(source, reportingTo: &diagnostics) else {
            throw ImportFailure(description: text(of: diagnostics, in: source))
        }
        return imported
    }

    /// - Parameter chunk: how many bytes the reader gets at once.
    static func export(_ input: [UInt8], chunk: Int = 65_536) throws -> Imported {
        var rest = input[...]
        return try ExportReader.read {
            let next = Array(rest.prefix(chunk))
            rest = rest.dropFirst(chunk)
            return next
        }
    }

    /// The schema that rules make, or what is wrong with them.
    static func schema(ofRules text: String) -> String {
        result { SchemaImporter(try rules(Array(text.utf8))).schema }
    }

    static func schema(ofBolt text: String) -> String {
        result { SchemaImporter(try BoltReader.read(Array(text.utf8))).schema }
    }

    static func schema(ofExport text: String) -> String {
        result { SchemaImporter(try export(Array(text.utf8))).schema }
    }

    private static func result(_ body: () throws -> String) -> String {
        do {
            return try body()
        } catch let error as ImportError {
            return "\(error.line):\(error.column): \(error.message)\n"
        } catch {
            return "\(error)"
        }
    }

    static func text(of diagnostics: Diagnostics, in source: SourceText) -> String {
        let formatter = TextDiagnosticFormatter(sources: [source], usesColor: false)
        return diagnostics.inDocumentOrder.map(formatter.format).joined()
    }
}

struct ImportFailure: Error, CustomStringConvertible {
    let description: String
}
