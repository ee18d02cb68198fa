import Foundation
import PathSchema
import Testing

/// Mistakes of people who haven't read the documentation, and their diagnostics: see the folder
/// `Mistakes`.
///
/// In its files, a mistake is a schema, and after `> ` what is said of it: the text that the caret is
/// under, the message, and below it the advice.
///
/// `UPDATE_MISTAKES=1 swift test --filter MistakesTests` writes what is said again.
@Suite struct MistakesTests {
    @Test(arguments: ["keys", "types", "documents", "directives", "places", "text"])
    func eachIsExplained(name: String) throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("Mistakes/\(name).txt")
        let written = try String(contentsOf: file, encoding: .utf8)
        let blocks = written.components(separatedBy: "\n\n").map(Self.explained)
        let explained = blocks.joined(separator: "\n\n").trimmingCharacters(in: .newlines) + "\n"
        if ProcessInfo.processInfo.environment["UPDATE_MISTAKES"] != nil {
            try explained.write(to: file, atomically: true, encoding: .utf8)
        }
        let expected = written.split(separator: "\n").map(String.init)
        let difference = explained.split(separator: "\n").map(String.init)
            .difference(from: expected)
        #expect(difference.isEmpty, "\(difference)")
    }

    /// A schema, and what is said of it; a heading stays as it is.
    private static func explained(_ block: String) -> String {
        let lines = block.split(separator: "\n").filter { !$0.hasPrefix("> ") }
        guard let first = lines.first, !first.hasPrefix("#") else {
            return block.trimmingCharacters(in: .newlines)
        }
        let schema = lines.joined(separator: "\n")
        let source = SourceText(name: "schema.json", text: schema)
        let diagnostics = SchemaCompiler.compile([source]).diagnostics.inDocumentOrder
        let said = diagnostics.flatMap { diagnostic in
            let kind = diagnostic.severity == .warning ? "warning: " : ""
            let head = "> \(excerpt(diagnostic.range, of: source)) – \(kind)\(diagnostic.message)"
            let notes = diagnostic.notes.map { note in
                let place = note.range.map { excerpt($0, of: source) + " – " } ?? ""
                return ">     \(place)\(note.message)"
            }
            return [head] + notes
        }
        let visible = said.isEmpty ? ["> nothing"] : said.map(Visible.text)
        return ([schema] + visible).joined(separator: "\n")
    }

    private static func excerpt(_ range: SourceRange, of source: SourceText) -> String {
        let text = String(decoding: source.utf8[range.lower..<range.upper], as: UTF8.self)
        return text == "\n"
            ? "the line's end" : text.split(separator: "\n").first.map(String.init) ?? "here"
    }
}
