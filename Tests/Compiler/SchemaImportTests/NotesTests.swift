import SchemaImport
import Testing

/// How notes say where something is. Those of whole sources are among the fixtures.
@Suite struct NotesTests {
    @Test(arguments: ImportFixture.Kind.allCases)
    func notesAreShortAndNamePlacesAsInTheSchema(_ kind: ImportFixture.Kind) throws {
        for fixture in try ImportFixture.all(kind) {
            for note in try fixture.importer().notes {
                #expect("note: \(note.place): \(note.message)".count <= 300, "\(fixture)")
                let words = note.place.split { $0 == "/" || $0 == "," || $0 == " " }
                #expect(!words.contains { $0.hasPrefix("$") }, "\(fixture): \(note.place)")
            }
        }
    }

    @Test func manyNotesOfOneMessageAreOne() throws {
        let places = (1...40).map { "\"place\($0)\": { \".read\": true }" }
        let note = try onlyNote(of: places.joined(separator: ", "))
        #expect(note.place.hasPrefix("place1, place2, place3, "))
        #expect(note.place.hasSuffix(" more"))
        #expect(note.message == "a schema has no place for .read and .write rules")
    }

    @Test func longNotesAreCut() throws {
        let key = String(repeating: "k", count: 700)
        let condition = "root.child('" + String(repeating: "c", count: 700) + "').val() == 1"
        let note = try onlyNote(of: "\"\(key)\": { \".validate\": \"\(condition)\" }")
        #expect("note: \(note.place): \(note.message)".count <= 300)
    }

    @Test func theRootIsCalledSo() throws {
        let rules = #"".read": true, "a": { ".validate": "newData.isString()" }"#
        #expect(try onlyNote(of: rules).place == "the root")
    }

    @Test func guessesAreNotedAtTheirLine() throws {
        let file = """
            { "rules": { "jobs": {
              ".write": "newData.child('title').exists()",
              "$id": {
                ".validate": "newData.hasChildren(['createdAt'])",
                "title": { ".validate": "newData.isString()" },
                "createdAt": { ".validate": "newData.isNumber()" }
              }
            } } }
            """
        let notes = SchemaImporter(try Imports.rules(Array(file.utf8))).notes
        #expect(notes.first { $0.message.hasPrefix("taken for a child") }?.position?.line == 2)
        #expect(notes.first { $0.message.hasPrefix("may be dates") }?.position?.line == 6)
    }

    private func onlyNote(of rules: String) throws -> WrittenNote {
        let file = "{ \"rules\": { \(rules) } }"
        let notes = SchemaImporter(try Imports.rules(Array(file.utf8))).notes
        #expect(notes.count == 1)
        return try #require(notes.first)
    }
}
