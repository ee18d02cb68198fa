import SchemaImport
import Testing

/// Errors in exports, and how exports are read. Whole exports are among the fixtures.
@Suite struct ExportReaderTests {
    @Test(arguments: [
        ("", "1:1: unexpected end of the file\n"),
        ("3", "1:1: an export is an object, as in { \"users\": { … } }\n"),
        ("{}", "1:1: there is no data in the export\n"),
        ("{ \"a\": null }", "1:1: there is no data in the export\n"),
        ("{ \"a\": 1 ", "1:10: unexpected end of the file\n"),
        ("{ \"a\" 1 }", "1:7: expected ':' after the key\n"),
        ("{ \"a\": }", "1:8: unexpected '}'; expected a value\n"),
        ("{ \"a\": 1, }", "1:11: unexpected '}'; expected a key\n"),
        ("{ a: 1 }", "1:3: unexpected 'a'; expected a key\n"),
        ("{ \"a\": 1 } x", "1:12: unexpected 'x'; expected nothing after the data\n"),
        ("{ \"a\": 1\n  \"b\": 2 }", "2:3: unexpected '\"'; expected ','\n"),
        ("{ \"a\": 01 }", "1:8: '01' is not a number\n"),
        ("{ \"a\": 1.e3 }", "1:8: '1.e3' is not a number\n"),
        ("{ \"a\": tru }", "1:8: expected a value, as in 'true'\n"),
        ("{ \"a\": 'x' }", "1:8: unexpected '''; expected a value\n"),
        ("{ \"a\": \"x\ny\" }", "1:10: a control character in a string; write it as an escape\n"),
        ("{ \"a\": \"\\x\" }", "1:9: this is not an escape of JSON\n"),
        ("{ \"a\\ud800\": 1 }", "1:5: half a character\n"),
        ("{ \"a.b\": 1 }", "1:3: a database key can't contain '.'\n"),
        ("{ \"\": 1 }", "1:3: the key is empty\n"),
        ("{ \"a\": [1, 2 }", "1:14: unexpected '}'; expected ','\n"),
        ("\u{FEFF}{ \"a\": x }", "1:8: unexpected 'x'; expected a value\n"),
    ])
    func errorsSayWhere(export: String, message: String) {
        #expect(Imports.schema(ofExport: export) == message)
    }

    @Test(arguments: [
        // Integers are Double by the same child of others, and by nothing else.
        (
            #"{ "lines": { "-KaZ0000000000000001": { "product": 3, "price": 5.5 }, "-KaZ0000000000000002": { "product": 4, "price": 6 } } }"#,
            #"{ "lines": { "<lineId>": { "$type": "Line", "product": "Int", "price": "Double" } } }"#
        ),
        (
            #"{ "size": { "width": 3, "height": 5.5 } }"#,
            #"{ "size": { "$type": "Size", "width": "Int", "height": "Double" } }"#
        ),
        // Children that are missing somewhere are optional in the schema, too.
        (
            #"{ "people": { "-KaZ0000000000000001": { "name": "A", "home": { "city": "B", "zip": 1 } }, "-KaZ0000000000000002": { "name": "C" } } }"#,
            #"{ "people": { "<personId>": { "$type": "Person", "name": "String", "home": { "$type": "Home?", "city": "String", "zip": "Int" } } } }"#
        ),
        // Few records that differ are a collection all the same.
        (
            #"{ "products": { "apple": { "name": "A", "price": 1, "color": "red" }, "pear": { "name": "P", "price": 2, "origin": "CH" }, "nut": { "name": "N", "allergen": true, "stock": 3 } } }"#,
            #"{ "products": { "<productId>": { "$type": "Product", "name": "String", "price": "Int?", "color": "String?", "origin": "String?", "allergen": "Bool?", "stock": "Int?" } } }"#
        ),
        (
            #"{ "inventory": { "a1": { "n": 1, "x": 1 }, "b": { "n": 2 }, "c": { "n": 3, "y": true }, "d": { "n": 4 }, "e": { "n": 5, "z": "s" }, "f": { "n": 6 }, "g": { "n": 7 }, "h": { "n": 8 } } }"#,
            #"{ "inventory": { "<inventoryId>": { "$type": "Inventory", "n": "Int", "x": "Int?", "y": "Bool?", "z": "String?" } } }"#
        ),
        (
            #"{ "messages": { "general": { "-KaZ0000000000000001": { "text": "a" } }, "random": { "-KaZ0000000000000002": { "text": "b" } } } }"#,
            #"{ "messages": { "<key>": { "<messageId>": { "$type": "Message", "text": "String" } } } }"#
        ),
        (#"{ "scores": { "u1": 5, "u2": 7.5 } }"#, #"{ "scores": { "<scoreId>": "Double" } }"#),
        // Parts of one thing are not.
        (
            #"{ "sections": { "header": { "title": "a" }, "footer": { "links": 3, "year": 2020 } } }"#,
            #"{ "sections": { "$type": "Sections", "header": { "$type": "Header", "title": "String" }, "footer": { "$type": "Footer", "links": "Int", "year": "Int" } } }"#
        ),
        (
            #"{ "settings": { "mail": { "isOn": true, "host": "a" }, "push": { "isOn": true, "badge": 3 } } }"#,
            #"{ "settings": { "$type": "Settings", "mail": { "$type": "Mail", "isOn": "Bool", "host": "String" }, "push": { "$type": "Push", "isOn": "Bool", "badge": "Int" } } }"#
        ),
    ])
    func exportsBecomeTheSchema(export: String, schema: String) {
        let result = Imports.schema(ofExport: export)
        #expect(
            result.split(whereSeparator: \.isWhitespace).joined()
                == schema.split(whereSeparator: \.isWhitespace).joined(), "\(result)")
    }

    @Test(arguments: [1, 2, 3, 7, 1_000])
    func chunksMakeNoDifference(size: Int) throws {
        for fixture in try ImportFixture.all(.export) {
            let whole = try Imports.export(try fixture.input)
            #expect(try Imports.export(try fixture.input, chunk: size) == whole, "\(fixture)")
        }
    }

    @Test func escapesInKeysAreRead() {
        let export = #"{ "\u0061\ud83d\ude00\n\"": 1, "é": 2 }"#
        #expect(Imports.schema(ofExport: export).contains("control character"))
        #expect(
            Imports.schema(ofExport: #"{ "\u0061b\"\\": 1, "é": 2 }"#)
                == "{ \"ab\\\"\\\\\": \"Int\", \"é\": \"Int\" }\n")
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

    @Test func numbersOfAnySizeAreRead() {
        let export =
            "{ \"a\": 123456789012345678901234567890, \"b\": 1e2, \"c\": -0, \"d\": 1e400, \"e\": \"\" }"
        #expect(
            Imports.schema(ofExport: export)
                == "{ \"a\": \"Double\", \"b\": \"Int\", \"c\": \"Int\", \"d\": \"Double\", \"e\": \"String\" }\n"
        )
    }

    @Test func placesAreNotRememberedWithoutEnd() throws {
        // 27,000 places, none of which looks like a collection's element.
        var export = "{"
        for first in 0..<30 {
            export += first == 0 ? "" : ","
            export += "\"a\(Self.letters(first))\": {"
            for second in 0..<30 {
                export += second == 0 ? "" : ","
                export += "\"b\(Self.letters(second))\": {"
                let fields = (0..<30).map {
                    "\"c\(Self.letters($0 + second))\": \($0 % 2 == 0 ? "1" : "\"x\"")"
                }
                export += fields.joined(separator: ",") + "}"
            }
            export += "}"
        }
        let imported = try Imports.export(Array((export + "}").utf8))
        #expect(imported.notes.first?.message.contains("more than 20000 places") == true)
    }

    private static func letters(_ number: Int) -> String {
        String(number, radix: 26).map { String($0.isNumber ? "q" : "r") + String($0) }.joined()
    }
}
