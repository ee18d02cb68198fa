import SchemaImport
import Testing

/// How notes say where something is. Those of whole sources are among the fixtures.
@Suite struct NotesTests {
    @Test(arguments: ImportFixture.Kind.allCases)
    func notesAreShort(_ kind: ImportFixture.Kind) throws {
        for fixture in try ImportFixture.all(kind) {
            for note in try fixture.importer().notes {
                #expect("note: \(note.place): \(note.message)".count <= 300, "\(fixture)")
            }
        }
    }

    @Test(arguments: ImportFixture.Kind.allCases)
    func placesAreWrittenAsInTheSchema(_ kind: ImportFixture.Kind) throws {
        for fixture in try ImportFixture.all(kind) {
            for note in try fixture.importer().notes {
                let words = note.place.split { $0 == "/" || $0 == "," || $0 == " " }
                #expect(!words.contains { $0.hasPrefix("$") }, "\(fixture): \(note.place)")
            }
        }
    }

    @Test func manyNotesOfOneMessageAreOne() throws {
        let places = (1...40).map { "\"place\($0)\": { \".read\": true }" }
        let rules = "{ \"rules\": { \(places.joined(separator: ", ")) } }"
        let notes = SchemaImporter(try Imports.rules(Array(rules.utf8))).notes
        #expect(notes.count == 1)
        #expect(notes[0].place.hasPrefix("place1, place2, place3, "))
        #expect(notes[0].place.hasSuffix(" more"))
        #expect(notes[0].message == "a schema has no place for .read and .write rules")
    }

    @Test func longNotesAreCut() throws {
        let key = String(repeating: "k", count: 700)
        let condition = "root.child('" + String(repeating: "c", count: 700) + "').val() == 1"
        let rules = "{ \"rules\": { \"\(key)\": { \".validate\": \"\(condition)\" } } }"
        let notes = SchemaImporter(try Imports.rules(Array(rules.utf8))).notes
        #expect(notes.count == 1)
        #expect("note: \(notes[0].place): \(notes[0].message)".count <= 300)
    }

    @Test func theRootIsCalledSo() throws {
        let rules = #"{ "rules": { ".read": true, "a": { ".validate": "newData.isString()" } } }"#
        let notes = SchemaImporter(try Imports.rules(Array(rules.utf8))).notes
        #expect(notes.map(\.place) == ["the root"])
    }
}
