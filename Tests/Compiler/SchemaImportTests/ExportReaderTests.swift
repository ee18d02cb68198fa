import SchemaImport
import TestSupport
import Testing

/// Errors in exports, and how exports are read. Whole exports are among the fixtures.
@Suite struct ExportReaderTests {
    @Test func exportsBecomeTheSchemaOrErrors() throws {
        #expect(try Cases.differences("imported-exports.txt", Imports.schema(ofExport:)) == "")
    }

    @Test(arguments: [
        ("", "1:1: unexpected end of the file\n"),
        ("\u{FEFF}{ \"a\": x }", "1:8: unexpected 'x'; expected a value\n"),
        (
            #"{ "\u0061\ud83d\ude00\n\"": 1, "é": 2 }"#,
            "1:3: a database key can't contain '\n'\n"
        ),
        (#"{ "\u0061b\"\\": 1, "é": 2 }"#, #"{ "ab\"\\": "Int", "é": "Int" }"# + "\n"),
        (
            #"{ "a": 123456789012345678901234567890, "b": 1e2, "c": -0, "d": 1e400, "e": "" }"#,
            #"{ "a": "Double", "b": "Int", "c": "Int", "d": "Double", "e": "String" }"# + "\n"
        ),
    ])
    func escapesAndNumbersAreRead(export: String, schema: String) {
        #expect(Imports.schema(ofExport: export) == schema)
    }

    @Test(arguments: [1, 2, 3, 7, 1_000])
    func chunksMakeNoDifference(size: Int) throws {
        for fixture in try ImportFixture.all(.export) {
            let whole = try Imports.export(try fixture.input)
            #expect(try Imports.export(try fixture.input, chunk: size) == whole, "\(fixture)")
        }
    }

    @Test func keysThatOnlyLookTheSameAreTwo() {
        let export = "{ \"é\": 1, \"e\u{301}\": \"x\" }"
        let schema = Imports.schema(ofExport: export)
        #expect(schema.contains("\"é\": \"Int\""))
        #expect(schema.contains("\"$type\": \"String\""))
    }

    @Test(arguments: ["[", "{\"a\":"])
    func depthIsAnErrorAndNoCrash(opening: String) {
        let result = Imports.schema(ofExport: String(repeating: opening, count: 100_000))
        let column = 32 * opening.utf8.count + 1
        #expect(
            result
                == "1:\(column): nested more than 32 levels deep; Firebase allows no deeper paths\n"
        )
    }

    @Test func secondsAmongMillisecondsAreANote() throws {
        let export =
            #"{ "a": { "-KaZ0000000000000001": { "sentAt": 1524787200 }, "#
            + #""-KaZ0000000000000002": { "sentAt": 1524787200000 } } }"#
        let notes = SchemaImporter(try Imports.export(Array(export.utf8))).notes
        #expect(notes.contains { $0.message.hasPrefix("seconds since 1970 among milliseconds") })
    }

    @Test func nestedCollectionsOfFewLeaveTheOthersTheirModel() throws {
        let devices = #""devices": { "-L00000000000000000a": { "token": "t" } }"#
        let user = #""name": "A", "age": 1"#
        let import40 = try Self.imported(
            "users", 40, "{ \(user) }", except: [3: "{ \(user), \(devices) }"])
        #expect(
            import40.schema == """
                {
                  "users": {
                    "<userId>": {
                      "$type": "User",
                      "name": "String",
                      "age": "Int",
                      "devices": { "<deviceId>": { "$type": "Device", "token": "String" } }
                    }
                  }
                }

                """)
        #expect(
            import40.notes == [
                "users/<userId>/devices: not in the model, which 'set' would write without it: "
                    + "1 of 40 have it"
            ])
        // A nested model counts as a field, and what most have is no exception.
        let home = #""home": { "city": "B", \#(devices) }"#
        let nested = try Self.imported(
            "users", 40, #"{ \#(user), "home": { "city": "B" } }"#,
            except: [3: "{ \(user), \(home) }"])
        #expect(nested.schema.contains(#""$type": "User""#))
        #expect(nested.schema.contains(#""$type": "Home""#))
        let mixed = try Self.imported(
            "users", 40, "{ \(user) }",
            except: [3: #"{ \#(user), "-L00000000000000000a": { "token": "t" } }"#])
        #expect(mixed.schema.contains(#""$type": "User""#))
        #expect(mixed.schema.contains(#""<id>": { "token": "String" }"#))
        let most = try Self.imported(
            "users", 4, "{ \(user), \(devices) }", except: [3: "{ \(user) }"])
        #expect(!most.schema.contains(#""$type": "User""#))
    }

    @Test(arguments: [
        ("true", #"{ "name": "x" }"#, #""<presenceId>": "Bool""#, "75 bools and 1 with children"),
        ("4", #""x""#, #""<presenceId>": "Int""#, "75 numbers and 1 string"),
        (
            #"{ "name": "x" }"#, "true",
            #""<presenceId>": { "$type": "Presence", "name": "String" }"#,
            "1 bool and 75 with children"
        ),
    ])
    func oneElementAmongManyIsANoteAndNoType(
        element: String, other: String, schema: String, counts: String
    ) throws {
        let (text, notes) = try Self.imported("presence", 76, element, except: [40: other])
        #expect(text.filter { $0 != "\n" && $0 != " " }.contains(schema.filter { $0 != " " }))
        let key = "-KaZ0000000000000140"
        #expect(
            notes == [
                "presence/<presenceId>: values of several kinds, of which the schema has the most "
                    + "frequent: \(counts), at 'presence/\(key)'"
            ])
    }

    @Test func fewElementsOfTwoKindsStayUndecided() throws {
        let (schema, _) = try Self.imported("presence", 8, "true", except: [3: #"{ "a": 1 }"#])
        #expect(schema.contains("UnknownValue"))
        let array = "[\(String(repeating: "1, ", count: 40))\"x\"]"
        #expect(Imports.schema(ofExport: "{ \"a\": \(array) }").contains("ScalarValue"))
    }

    @Test(arguments: [#"{ "ghost": true }"#, #"{ "deep": { "ghost": true } }"#])
    func oneNameAmongManyKeysIsNoModel(ghost: String) throws {
        let (schema, notes) = try Self.imported(
            "users", 75, #"{ "name": "A" }"#, and: "\"undefined\": \(ghost)")
        #expect(schema.components(separatedBy: "$type").count == 2, "\(schema)")
        #expect(schema.contains(#""undefined": { "#))
        #expect(
            notes == [
                "users: a mixed node, with names and IDs for keys: 'undefined', and 75 others"
            ])
    }

    @Test func oneNameThatDiffersDoesntMakeNamesFields() throws {
        let names = (0..<60).map { number in
            "\"u\(["q", "r", "s"][number % 3])\(number)x\": { \"name\": \"A\" }"
        }
        let export = "{ \"users\": { \(names.joined(separator: ", ")), \"undefined\": 1 } }"
        #expect(
            Imports.schema(ofExport: export) == """
                {
                  "users": {
                    "undefined": "Int",
                    "<userId>": { "$type": "User", "name": "String" }
                  }
                }

                """)
    }

    @Test func notesCallOptionalWhatTheSchemaDoes() throws {
        let model = try Self.imported(
            "users", 40, #"{ "name": "A", "age": 1, "tags": { "a": true } }"#,
            except: [3: #"{ "age": 1, "tags": { "a": true } }"#, 4: #"{ "name": "A", "age": 1 }"#])
        #expect(model.schema.contains(#""name": "String?""#))
        let nearly = "optional, but missing nearly nowhere"
        #expect(
            model.notes.filter { $0.contains("optional") } == [
                "users/<userId>/name: \(nearly): 39 of 40 have it"
            ])
        let posts = #""posts": { "-L00000000000000000a": { "text": "t" } }"#
        let branch = try Self.imported(
            "users", 40, #"{ "name": "A", \#(posts) }"#, except: [3: "{ \(posts) }"])
        #expect(branch.schema.contains(#""name": "String""#))
        #expect(branch.notes.filter { $0.contains("optional") } == [])
    }

    @Test func placesOfOneModelAreCountedTogether() throws {
        let address = #""address": { "street": "S", "zip": 1 }"#
        let users = Self.elements(10, "{ \(address) }", except: [:])
        let orders = Self.elements(
            10, "{ \(address), \"n\": 1 }", except: [3: #"{ "address": { "zip": 1 }, "n": 1 }"#])
        let (schema, notes) = try Self.imported(
            "{ \"users\": { \(users) }, \"orders\": { \(orders) } }")
        #expect(schema.components(separatedBy: #""street": "String?""#).count == 3)
        #expect(
            notes == [
                "users/<userId>/address/street: optional, but missing nearly nowhere: "
                    + "19 of 20 have it"
            ])
    }

    /// Imports a collection of equal elements, of which some are exceptions.
    private static func imported(
        _ collection: String, _ count: Int, _ element: String, except others: [Int: String] = [:],
        and member: String? = nil
    ) throws -> (schema: String, notes: [String]) {
        let elements = elements(count, element, except: others)
        let members = elements + (member.map { ", " + $0 } ?? "")
        return try imported("{ \"\(collection)\": { \(members) } }")
    }

    private static func imported(_ export: String) throws -> (schema: String, notes: [String]) {
        let importer = SchemaImporter(try Imports.export(Array(export.utf8)))
        return (importer.schema, importer.notes.map { "\($0.place): \($0.message)" })
    }

    private static func elements(
        _ count: Int, _ element: String, except others: [Int: String]
    ) -> String {
        (0..<count).map { "\"-KaZ0000000000000\(100 + $0)\": \(others[$0] ?? element)" }
            .joined(separator: ", ")
    }

    @Test func placesAreNotRememberedWithoutEnd() throws {
        // 27,000 places, none of which looks like a collection's element.
        let export = Self.object("a") { first in
            Self.object("b") { second in
                Self.object("c", from: second) { $0.isMultiple(of: 2) ? "1" : "\"x\"" }
            }
        }
        let imported = try Imports.export(Array(export.utf8))
        #expect(imported.notes.first?.message.contains("more than 20000 places") == true)
    }

    /// An object with 30 children, whose keys have letters for their numbers.
    private static func object(
        _ key: String, from start: Int = 0, _ value: (Int) -> String
    ) -> String {
        let members = (0..<30).map { number in
            let digits = String(number + start, radix: 26)
            let letters = digits.map { ($0.isNumber ? "q" : "r") + String($0) }.joined()
            return "\"\(key)\(letters)\": \(value(number))"
        }
        return "{ \(members.joined(separator: ", ")) }"
    }
}
