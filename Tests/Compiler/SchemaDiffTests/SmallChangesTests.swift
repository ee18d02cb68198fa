import Foundation
import PathSchema
import SchemaDiff
import TestSupport
import Testing

/// Small changes of the schemas in the folder `Schemas`, and what they break: see the folder `Changes`.
///
/// In its file, a change is the name of a schema, and a text with another one for it; `> ` begins
/// each line that is printed.
///
/// `UPDATE_CHANGES=1 swift test --filter SchemaDiffTests.SmallChangesTests` writes the lines again.
@Suite struct SmallChangesTests {
    @Test func changesBreakWhatTheFileSays() throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("Changes/schemas.txt")
        let written = try String(contentsOf: file, encoding: .utf8)
        let blocks = written.components(separatedBy: "\n\n")
        #expect(blocks.count >= 40)
        let explained = try blocks.map(Self.explained).joined(separator: "\n\n") + "\n"
        if ProcessInfo.processInfo.environment["UPDATE_CHANGES"] != nil {
            try explained.write(to: file, atomically: true, encoding: .utf8)
        }
        let difference = explained.split(separator: "\n")
            .difference(from: written.split(separator: "\n"))
        #expect(difference.isEmpty, "\(difference)")
    }

    /// `é` as one character is renamed; with an accent of its own, it is new.
    @Test func renamedKeysAreComparedByTheirBytes() throws {
        let renamed = #""\u00e9": { "$type": "Int", "$was": "a" }"#
        let added = #""e\u0301": { "$type": "Int", "$member": "other" }"#
        let changes = try diff(#"{ "a": "Int" }"#, "{ \(renamed), \(added) }").changes
        #expect(changes.contains { $0.kind == .added }, "\(changes)")
    }

    @Test func schemaHasNoChangesFromItself() throws {
        for file in try Repository.schemas {
            let json = try String(contentsOf: file, encoding: .utf8)
            #expect(try diff(json, json).changes == [])
        }
    }

    private static func explained(_ block: String) throws -> String {
        let lines = block.split(separator: "\n").filter { !$0.hasPrefix("> ") }
        let text = lines.joined(separator: "\n")
        let colon = try #require(text.firstIndex(of: ":"))
        let change = text[text.index(colon, offsetBy: 2)...].components(separatedBy: " ⇒")
        let old = try Repository.text(of: "Schemas/\(text[..<colon]).json")
        let replacement = change[1].hasPrefix(" ") ? String(change[1].dropFirst()) : change[1]
        #expect(old.components(separatedBy: change[0]).count == 2, "\(text)")
        let difference = try diff(old, old.replacingOccurrences(of: change[0], with: replacement))
        let printed = DiffText.lines(difference.changes).split(separator: "\n").map { "> \($0)" }
        let renames = difference.possibleRenames.map {
            "> \($0.path): '\($0.oldKey)' may be '\($0.newKey)'"
        }
        let all = printed + renames
        return ([text] + (all.isEmpty ? ["> nothing"] : all)).joined(separator: "\n")
    }
}
