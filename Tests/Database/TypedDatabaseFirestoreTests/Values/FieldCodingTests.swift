import Testing
import TypedDatabase

@testable import TypedDatabaseFirestore

@Suite struct FieldCodingTests {
    private func read(_ json: String) throws -> TreeValue? {
        try JSONReader.read(Array(json.utf8)) { reader throws(JSONError) in
            reader.maximumDepth = JSONReader.documentDepth
            return try reader.fieldValue()
        }
    }

    private func written(_ value: TreeValue, _ layout: FieldLayout = .unlisted) -> String {
        var writer = JSONWriter()
        writer.write(field: value, layout)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    @Test(
        arguments: [
            (true, #"{"booleanValue":true}"#),
            (12, #"{"integerValue":"12"}"#),
            (.integer(.min), #"{"integerValue":"-9223372036854775808"}"#),
            (0.1, #"{"doubleValue":0.1}"#),
            (.double(.leastNonzeroMagnitude), #"{"doubleValue":5e-324}"#),
            ("a\"\u{0}😀", #"{"stringValue":"a\"\u0000😀"}"#),
            (
                ["a b": ["c": 1]],
                ##"{"mapValue":{"fields":{"a b":{"mapValue":{"fields":{"c":{"integerValue":"1"}}}}}}}"##
            ),
        ] as [(TreeValue, String)])
    func aValueIsWrittenAndRead(value: TreeValue, json: String) throws {
        #expect(written(value) == json)
        #expect(try read(json) == value)
    }

    @Test(
        arguments: [
            (#"{"nullValue":null}"#, nil),
            (#"{"integerValue":7}"#, nil),
            (#"{"doubleValue":1.0E21}"#, .double(1e21)),
            (#"{"doubleValue":8.0}"#, 8),
            (#"{"doubleValue":-0.0}"#, 0),
            (#"{"doubleValue":"NaN"}"#, "NaN"),
            (#"{"doubleValue":"Infinity"}"#, .double(.greatestFiniteMagnitude)),
            (#"{"doubleValue":"-Infinity"}"#, .double(-.greatestFiniteMagnitude)),
            (#"{"bytesValue":"AP8="}"#, "AP8="),
            (#"{"referenceValue":"projects/p/x"}"#, "projects/p/x"),
            (#"{"geoPointValue":{"latitude":1.5}}"#, ["latitude": 1.5, "longitude": 0]),
            (#"{"mapValue":{}}"#, nil),
            (#"{"mapValue":{"fields":{"a":{"nullValue":null}}}}"#, nil),
            (#"{"arrayValue":{}}"#, nil),
            (#"{"arrayValue":{"values":[{"nullValue":null},{"stringValue":"x"}]}}"#, ["1": "x"]),
            (#"{"mapValue":{"fields":{".value":{"integerValue":"1"}}}}"#, [".value": 1]),
            (#"{"someLaterValue":{"x":1}}"#, ["x": 1]),
        ] as [(String, TreeValue?)])
    func otherValuesHaveAPlaceInTheTree(json: String, value: TreeValue?) throws {
        #expect(try read(json) == value)
    }

    @Test(
        arguments: [
            "", "1", "[]", #"{"integerValue":"x"}"#, #"{"integerValue":"9223372036854775808"}"#,
            #"{"timestampValue":"now"}"#, #"{"mapValue":[]}"#, #"{"stringValue":"#,
        ])
    func malformedValuesAreErrors(json: String) {
        #expect(throws: JSONError.self) { try read(json) }
    }

    @Test func numbersAreTimesWhereTheLayoutSaysSo() {
        let at = FieldLayout.time
        #expect(written(1_000, at) == #"{"timestampValue":"1970-01-01T00:00:01Z"}"#)
        #expect(written("1000", at) == #"{"stringValue":"1000"}"#)
        let document = DocumentLayout.shapes.fields(at: ["all", "a"])
        #expect(
            written(["at": 1, "other": 1, "times": ["x": 1]], document)
                == #"{"mapValue":{"fields":{"at":{"timestampValue":"1970-01-01T00:00:00.001Z"},"#
                + #""other":{"integerValue":"1"},"#
                + #""times":{"mapValue":{"fields":{"x":{"timestampValue":"1970-01-01T00:00:00.001Z"}}}}}}}"#
        )
    }

    @Test(
        arguments: [
            (["a"], "a"), (["a", "b_1"], "a.b_1"), (["1"], "`1`"), (["a b", "c"], "`a b`.c"),
            (["é"], "`é`"), (["x`y\\"], #"`x\`y\\`"#), ([""], "``"), (["-"], "`-`"),
        ] as [(TreePlace, String)])
    func fieldPathsQuoteNames(field: TreePlace, path: String) {
        #expect(FieldPath.text(field) == path)
    }

    @Test func documentsAreNamed() {
        let root = DocumentRoot(project: "demo", database: "(default)")
        let place: TreePlace = ["all", "a b/", "below", "é"]
        #expect(root.name(of: ["all", "a b"]) == root.name + "/all/a b")
        #expect(root.place(ofName: root.name + "/all/a b/below/é") == ["all", "a b", "below", "é"])
        #expect(root.place(ofName: "projects/other/databases/(default)/documents/all/a") == nil)
        #expect(root.urlPath(of: place) == root.name + "/all/a%20b%2F/below/%C3%A9")
    }
}
