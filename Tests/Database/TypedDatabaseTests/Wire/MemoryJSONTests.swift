import Foundation
import TestSupport
import Testing

@testable import TypedDatabase

@Suite struct MemoryJSONTests {
    private static func value(_ json: String) throws -> TreeValue? {
        try MemoryEngine(json: Data(json.utf8)).value
    }

    @Test(
        arguments: [
            ("\u{FEFF} 7 \n", 7),
            (#"{"a":null,"b":{},"c":[[],null]}"#, nil),
            (
                #"{"b":1,"a":{"c":null,"d":"x"},"10":true,"9":0.5}"#,
                ["a": ["d": "x"], "b": 1, "9": 0.5, "10": true]
            ),
            (
                #"{"a":{".value":3,".priority":1},"b":{".priority":null,"c":true}}"#,
                ["a": 3, "b": ["c": true]]
            ),
            (#"{".value":{"a":1},".priority":"p"}"#, ["a": 1]),
            (#"{"a":null,"a":1}"#, ["a": 1]),
            (#"{"é":1,"é":2}"#, ["e\u{301}": 1, "\u{e9}": 2]),
        ] as [(String, TreeValue?)])
    func dataIsThatOfTheTree(json: String, value: TreeValue?) throws {
        let json = json.replacing(#"{"é":1"#, with: "{\"e\u{301}\":1")
        #expect(try Self.value(json) == value)
    }

    private static let halfPair =
        "half of a surrogate pair; write the character itself, or both halves, as in \\uD83D\\uDE00"

    @Test(arguments: [
        ("", "JSON:1:1: not JSON: it ends too early"),
        ("{\n  \"a\": 1,\n  b: 2\n}", "JSON:3:3: not JSON: expected a key"),
        ("{\"a\": 1\n \"b\": 2}", "JSON:2:2: not JSON: expected a comma or the object's end"),
        ("{\"a\" 1}", "JSON:1:6: not JSON: expected a colon"),
        ("[1,\n2,]", "JSON:2:3: not JSON: expected a value"),
        ("{\"a\": tru}", "JSON:1:10: not JSON: expected true"),
        ("{\"a\": \"b", "JSON:1:9: not JSON: a string without end"),
        (#"{"a":"# + "\n" + #""x\ude00"}"#, "JSON:2:3: not JSON: \(halfPair)"),
        (#"{"\ud83d x": 1}"#, "JSON:1:3: not JSON: \(halfPair)"),
        ("\n{} {}", "JSON:2:4: not JSON: more after the value"),
        ("{\"a\": 1}\0", "JSON:1:9: not JSON: more after the value"),
        ("\u{FEFF}x", "JSON:1:1: not JSON: expected a value"),
        (
            "{\"a\":\n{\"b\": 1, \"c\": 2, \"b\": 3}}",
            "a: JSON:2:18: the key \"b\" is there twice in one object"
        ),
        (
            "{\"b\": {\"x\": 1}, \"a\": 2, \"b\": 3}",
            "the root: JSON:1:25: the key \"b\" is there twice in one object"
        ),
        (
            "{\"a\": {\".value\": 1, \"b\": 2}}",
            "a: JSON:1:21: \".value\" is the whole value; beside it there can be \".priority\" only"
        ),
        (
            "{\"a\": {\"b\": 2, \".value\": 1}}",
            "a: JSON:1:16: \".value\" is the whole value; beside it there can be \".priority\" only"
        ),
        (
            "{\"a\": {\".priority\": {}}}",
            "JSON:1:21: not JSON: expected a string, a number, a bool or null"
        ),
        (String(repeating: "{\".value\":", count: 70), "JSON:1:642: not JSON: more than 64 levels"),
    ])
    func aMistakeIsAnErrorWithItsLineAndColumn(json: String, message: String) {
        let error = #expect(throws: TreeDatabaseError.self) { try Self.value(json) }
        #expect(error?.description == message)
        #expect(error?.kind == .invalidJSON)
    }

    @Test func invalidKeysAndValuesAreErrorsWithTheirPlaces() throws {
        let deep = String(repeating: "{\"a\":", count: 33) + "1" + String(repeating: "}", count: 33)
        let long = String(repeating: "x", count: TreeLimits.stringUTF8Count + 1)
        for (json, kind, place) in [
            ("{\"a\": {\"b.c\": 1}}", .invalidKey, ["a"]),
            ("{\"a\": {\"\": 1}}", .invalidKey, ["a"]),
            ("{\"a\": {\"$b\": {}}}", .invalidKey, ["a"]),
            ("{\"a\": {\".sv\": \"timestamp\"}}", .invalidKey, ["a"]),
            (deep, .invalidValue, TreePlace(Array(repeating: "a", count: 33))),
            ("{\"a\": {\"b\": \"\(long)\"}}", .invalidValue, ["a", "b"]),
        ] as [(String, TreeDatabaseError.Kind, TreePlace)] {
            let error = #expect(throws: TreeDatabaseError.self) { try Self.value(json) }
            #expect(error?.kind == kind)
            #expect(error?.place == place)
            #expect(error?.message.hasPrefix("JSON:1:") == true)
        }
    }

    @Test func aFileIsReadAndNamedInErrors() throws {
        let folder = try TemporaryFolder()
        try folder.write("{ \"a\": [1, 2] }", to: "a.json")
        try folder.write("{ \"a\": [1, 2 }", to: "b.json")
        #expect(try MemoryEngine(contentsOf: folder["a.json"]).value == ["a": ["0": 1, "1": 2]])
        let error = #expect(throws: TreeDatabaseError.self) {
            try MemoryEngine(contentsOf: folder["b.json"])
        }
        #expect(error?.message.hasPrefix("\(folder.path("b.json")):1:14: not JSON: ") == true)
        for name in ["missing.json", "."] {
            let error = #expect(throws: TreeDatabaseError.self) {
                try MemoryEngine(contentsOf: folder[name])
            }
            #expect(error?.kind == .unreachableFile)
        }
    }

    @Test func exportsAreReadUnchanged() throws {
        let folder = try TemporaryFolder()
        let value: TreeValue = [
            "10": true, "9": .double(1e300),
            "é": ["e\u{301}": .integer(.min), "\u{e9}": "a\0\"\\\n"],
        ]
        try MemoryEngine(value).exportJSON(to: folder["a.json"])
        #expect(try MemoryEngine(contentsOf: folder["a.json"]).value == value)
        #expect(try folder.read("a.json").hasPrefix(#"{"9":1e+300,"10":true,"#))
        try MemoryEngine().exportJSON(to: folder["b.json"])
        #expect(try folder.read("b.json") == "null\n")
        let error = #expect(throws: TreeDatabaseError.self) {
            try MemoryEngine().exportJSON(to: folder["a.json"])
        }
        #expect(error?.kind == .alreadyExists)
        #expect(try folder.names == ["a.json", "b.json"])
    }
}
