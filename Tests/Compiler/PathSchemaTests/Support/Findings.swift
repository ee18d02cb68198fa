import Foundation
import PathSchema
import Testing

/// The diagnostics of a compiler run on some schemas, as text.
func findings(_ schemas: String..., configure: (inout Options) -> Void = { _ in }) -> String {
    let sources = schemas.enumerated().map { index, text in
        SourceText(name: index == 0 ? "schema.json" : "schema\(index + 1).json", text: text)
    }
    let formatter = TextDiagnosticFormatter(sources: sources)
    return SchemaCompiler.compile(sources, configure: configure).diagnostics.inDocumentOrder
        .map(formatter.format).joined()
}

/// The messages of a schema's diagnostics, without places and notes.
func messages(_ schema: String) -> [String] {
    SchemaCompiler.compile([SourceText(name: "schema.json", text: schema)])
        .diagnostics.inDocumentOrder.map(\.message)
}

/// The diagnostics on one line each, without excerpts: `line:column-endColumn message`, and after ` | `
/// the notes. Columns count bytes, and the end is after the last.
func briefFindings(_ schemas: String..., configure: (inout Options) -> Void = { _ in }) -> [String]
{
    briefFindings(schemas.map { Array($0.utf8) }, configure: configure)
}

func briefFindings(_ schemas: [[UInt8]], configure: (inout Options) -> Void = { _ in }) -> [String]
{
    let sources = schemas.enumerated().map { SourceText(name: "\($0 + 1)", utf8: $1) }
    let diagnostics = SchemaCompiler.compile(sources, configure: configure).diagnostics
    return diagnostics.inDocumentOrder.map { diagnostic in
        let notes = diagnostic.notes.map { note in
            " | " + (note.range.map { place($0, in: sources) + " " } ?? "") + note.message
        }
        return place(diagnostic.range, in: sources) + " " + diagnostic.message + notes.joined()
    }
}

/// The diagnostics without their notes: `line:column-endColumn message`.
func placesAndMessages(_ schemas: String...) -> [String] {
    briefFindings(schemas.map { Array($0.utf8) }).map { $0.components(separatedBy: " | ")[0] }
}

private func place(_ range: SourceRange, in sources: [SourceText]) -> String {
    let text = sources[range.source].utf8
    let before = text[..<range.lower]
    let line = before.count { $0 == UInt8(ascii: "\n") } + 1
    var lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    if lineStart == 0, text.starts(with: [0xEF, 0xBB, 0xBF]), range.lower >= 3 { lineStart = 3 }
    let column = range.lower - lineStart + 1
    let end = column + range.upper - range.lower
    let file = sources.count > 1 ? "\(sources[range.source].name):" : ""
    return "\(file)\(line):\(column)-\(end)"
}
