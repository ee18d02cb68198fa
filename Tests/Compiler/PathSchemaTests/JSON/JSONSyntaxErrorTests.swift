import PathSchema
import Testing

/// One mistake gives one error, at its place; and what follows is read all the same.
@Suite struct JSONSyntaxErrorTests {
    @Test(arguments: [
        // Commas
        (#"{"a": "A" "b": "B"}"#, "1:10-10 expected ',' here"),
        (#"{"a": "A" "$comment": "5\" long"}"#, "1:10-10 expected ',' here"),
        ("{\"a\": \"A\"\n \"b\": \"B\"}", "1:10-10 expected ',' here"),
        ("{\"a\": {\"x\": \"X\"}\n\n \"b\": \"B\"}", "1:17-17 expected ',' here"),
        (
            "{\"a\": \"A\"\n b: \"B\"}",
            "1:10-10 expected ',' here; 2:2-3 expected double quotes around 'b'"
        ),
        (#"{"a": "A",}"#, "1:10-11 JSON doesn't allow trailing commas"),
        ("{\"a\": \"A\",\n}", "1:10-11 JSON doesn't allow trailing commas"),
        (#"{"a": "A",, "b": "B"}"#, "1:11-12 expected a key in double quotes, found ','"),
        (#"{, "a": "A"}"#, "1:2-3 expected a key in double quotes, found ','"),
        (#"{"a": "A",,}"#, "1:11-12 expected a key in double quotes, found ','"),
        (#"{"a": "A"; "b": "B"}"#, "1:10-11 expected ',', found ';'"),
        // Colons
        (#"{"a" "A"}"#, "1:5-5 expected ':' after the key"),
        (#"{"a" {"b": "B"}}"#, "1:5-5 expected ':' after the key"),
        (#"{"a" = "A"}"#, "1:6-7 expected ':' after the key, found '='"),
        (#"{"a" => "A"}"#, "1:6-7 expected ':' after the key, found '='"),
        (#"{"a":: "A"}"#, "1:6-7 expected a value, found ':'"),
        (#"{"a" A}"#, "1:6-7 expected ':' after the key, found 'A'"),
        (
            #"{"a": "A": "B"}"#,
            "1:10-11 expected ',' or '}', found ':' | 1:1-2 the object begins here"
        ),
        (
            #"{"users": "name": {"first": "A"}}"#,
            "1:17-18 expected ',' or '}', found ':' | 1:1-2 the object begins here"
        ),
        // Values
        (#"{"a"}"#, "1:3-4 this key has no value"),
        (#"{"a": }"#, "1:3-4 this key has no value"),
        (#"{"a": , "b": "B"}"#, "1:3-4 this key has no value"),
        (#"{"a", "b": "B"}"#, "1:3-4 this key has no value"),
        (#"{: "A"}"#, "1:2-3 expected a key in double quotes, found ':'"),
        (#"{ {"a": "A"} }"#, "1:3-4 expected a key in double quotes, found '{'"),
        (#"{"a": @}"#, "1:7-8 expected a value, found '@'"),
        ("{\"a\": \u{1B}c}", "1:7-9 expected a value, found '\u{1B}c'"),
        (
            #"{"a": {"x": "X"}, "b": {"y": }, "c" "C"}"#,
            "1:26-27 this key has no value; 1:36-36 expected ':' after the key"
        ),
        // Quotes
        (#"{a: "A"}"#, "1:2-3 expected double quotes around 'a'"),
        (#"{<id>: "A"}"#, "1:2-6 expected double quotes around '<id>'"),
        (#"{<id: ID>: "A"}"#, "1:2-10 expected double quotes around '<id: ID>'"),
        (#"{'a': "A"}"#, "1:2-5 expected double quotes around 'a'"),
        (#"{"a": 'A', "b": "B"}"#, "1:7-10 expected double quotes around 'A'"),
        (#"{"a": A, "b": "B"}"#, "1:7-8 expected double quotes around 'A'"),
        (#"{"a": my type, "b": "B"}"#, "1:7-14 expected double quotes around 'my type'"),
        (
            #"{"a": Page<A, [B: C]>?, "b": "B"}"#,
            "1:7-23 expected double quotes around 'Page<A, [B: C]>?'"
        ),
        (#"{"a": [String: Int], "b": "B"}"#, "1:8-14 expected double quotes around 'String'"),
        (
            #"{"a": True, "b": NaN}"#,
            "1:7-11 expected double quotes around 'True'; 1:18-21 expected double quotes around 'NaN'"
        ),
        (
            #"{"a": “A”}"#,
            "1:7-14 expected double quotes as in \"name\", found '“A”' | JSON strings use straight quotation marks"
        ),
        (#"{"a: "A", "b": "B"}"#, "1:7-8 expected ':' after the key, found 'A'"),
        (#"{a": "A", "b": "B"}"#, "1:2-2 expected '\"' before 'a'"),
        (#"{"a": A", "b": "B"}"#, "1:7-7 expected '\"' before 'A'"),
        (
            #"{"a": "say "hi" to", "b": "B"}"#,
            "1:13-14 expected ',' or '}', found 'h' | 1:1-2 the object begins here"
        ),
        // Numbers
        (
            #"{"a": [01, -, +1, .5, 1., 1e, 0x1F, 1_000, --1, 1.e5]}"#,
            [
                "1:8-10 '01'", "1:12-13 '-'", "1:15-17 '+1'", "1:19-21 '.5'", "1:23-25 '1.'",
                "1:27-29 '1e'",
                "1:31-35 '0x1F'", "1:37-42 '1_000'", "1:44-47 '--1'", "1:49-53 '1.e5'",
            ]
            .map { "\($0) is not a valid JSON number" }.joined(separator: "; ")
        ),
        // Comments
        (
            "{\"a\": \"A\" // why\n}",
            "1:11-17 JSON doesn't allow comments | \"$comment\": \"…\" is ignored, and \"$doc\": \"…\" becomes documentation"
        ),
        (
            "# why\n{\"a\": \"A\"}",
            "1:1-6 JSON doesn't allow comments | \"$comment\": \"…\" is ignored, and \"$doc\": \"…\" becomes documentation"
        ),
        (
            "{/*\n why */\"a\": \"A\"}",
            "1:2-4 JSON doesn't allow comments | \"$comment\": \"…\" is ignored, and \"$doc\": \"…\" becomes documentation"
        ),
        (
            #"{"a": "A"} /* why"#,
            "1:12-14 JSON doesn't allow comments | \"$comment\": \"…\" is ignored, and \"$doc\": \"…\" becomes documentation"
        ),
        // Brackets
        (#"{"a": ["b"}"#, "1:11-12 expected ',' or ']', found '}' | 1:7-8 the array begins here"),
        (
            #"{"a": ["b"}, "c": "C"}"#,
            "1:11-12 expected ',' or ']', found '}' | 1:7-8 the array begins here"
        ),
        (
            #"{"a": {"b": "B"], "c": "C"}"#,
            "1:16-17 expected ',' or '}', found ']' | 1:7-8 the object begins here"
        ),
        (
            #"{"x": {"a": {"b": "B"], "c": "C"}}"#,
            "1:22-23 expected ',' or '}', found ']' | 1:13-14 the object begins here"
        ),
        (
            #"{"a": {"b": "B", "c": "C"}"#,
            "1:27-27 expected '}' before the end of the file | 1:1-2 the object begins here"
        ),
        (
            "{\"a\": {\"b\": \"B\"\n",
            "1:16-16 expected '}' before the end of the file | 1:7-8 the object begins here"
        ),
        ("{", "1:2-2 expected '}' before the end of the file | 1:1-2 the object begins here"),
        (#"{"a""#, "1:5-5 expected '}' before the end of the file | 1:1-2 the object begins here"),
        (#"{"a":"#, "1:6-6 expected '}' before the end of the file | 1:1-2 the object begins here"),
        (
            #"{"a": "A","#,
            "1:11-11 expected '}' before the end of the file | 1:1-2 the object begins here"
        ),
        ("[", "1:2-2 expected ']' before the end of the file | 1:1-2 the array begins here"),
        ("]", "1:1-2 expected a value, found ']'"),
        ("}}}", "1:1-2 expected a value, found '}'"),
        (",", "1:1-2 expected a value, found ','"),
        (
            #"["a": "A", "b": "B"]"#,
            "1:5-6 expected ',' or ']', found ':' | 1:1-2 the array begins here | an object is enclosed in '{' and '}'"
        ),
        // Ends
        (
            #"{"a": "A"}}"#,
            "1:11-12 unexpected '}' after the schema | 1:10-11 the schema ends here"
        ),
        (
            "{\"a\": \"A\"}\n{\"b\": \"B\"}",
            "2:1-2 unexpected '{' after the schema | 1:10-11 the schema ends here"
        ),
        (
            #"{"a": "A"} 😀"#,
            "1:12-16 unexpected '😀' after the schema | 1:10-11 the schema ends here"
        ),
        ("", "1:1-1 the schema is empty; expected a JSON object, as in { \"name\": \"String\" }"),
        (
            "\u{FEFF}",
            "1:1-1 the schema is empty; expected a JSON object, as in { \"name\": \"String\" }"
        ),
        (
            " \n\t\r\n",
            "1:1-1 the schema is empty; expected a JSON object, as in { \"name\": \"String\" }"
        ),
        (
            "\u{FEFF}{",
            "1:2-2 expected '}' before the end of the file | 1:1-2 the object begins here"
        ),
        // Something else
        (
            "true",
            "1:1-5 a schema must be an object, as in { \"name\": \"String\" }; this is a boolean"
        ),
        (
            "\"\"",
            "1:1-3 a schema must be an object, as in { \"name\": \"String\" }; this is a string"
        ),
        ("name: String", "1:1-5 expected double quotes around 'name'"),
    ])
    func mistakeIsReportedOnceAtItsPlace(text: String, findings: String) {
        #expect(briefFindings(text).joined(separator: "; ") == findings, "\(text)")
    }

    @Test func allErrorsComeInDocumentOrder() {
        let schema = #"""
            {
              "a": "A"
              "b": 'B',
              "c": {"x": "two words",},  // c
              "d": ["D"},
              "e": 012,
              "f" "\q",
              "g": "G
            }
            """#
        #expect(
            placesAndMessages(schema).joined(separator: "\n") == #"""
                2:11-11 expected ',' here
                3:8-11 expected double quotes around 'B'
                4:15-24 'two words' is not a Swift type
                4:25-26 JSON doesn't allow trailing commas
                4:30-34 JSON doesn't allow comments
                5:12-13 expected ',' or ']', found '}'
                6:8-11 '012' is not a valid JSON number
                7:6-6 expected ':' after the key
                7:8-10 '\q' is not a valid JSON escape
                8:8-10 the string has no closing quotation mark on its line
                """#)
    }

    @Test func textThatIsNotJSONIsNotReadToItsEnd() {
        let lines = (1...1000).map { "key\($0): value\($0)" }.joined(separator: ",\n")
        let found = briefFindings("{\(lines)}")
        #expect(found.count == 101)
        #expect(
            found.last
                == "50:15-15 stopped reading here after 100 errors"
        )
    }
}
