import PathSchema
import Testing

/// One mistake gives one error, at its place; and what follows is read all the same.
@Suite struct JSONSyntaxErrorTests {
    @Test(arguments: [
        // Commas
        (#"{"a": "A" "b": "B"}"#, "1:10-10 expected ',' here"),
        ("{\"a\": \"A\"\n \"b\": \"B\"}", "1:10-10 expected ',' here"),
        ("{\"a\": {\"x\": \"X\"}\n\n \"b\": \"B\"}", "1:17-17 expected ',' here"),
        (
            "{\"a\": \"A\"\n b: \"B\"}",
            "1:10-10 expected ',' here; 2:2-3 expected double quotes around 'b'"
        ),
        (#"{"a": "A",}"#, "1:10-11 JSON has no trailing commas"),
        ("{\"a\": \"A\",\n}", "1:10-11 JSON has no trailing commas"),
        (#"{"a": "A",, "b": "B"}"#, "1:11-12 expected a key in double quotes, found ','"),
        (#"{, "a": "A"}"#, "1:2-3 expected a key in double quotes, found ','"),
        (#"{"a": "A",,}"#, "1:11-12 expected a key in double quotes, found ','"),
        (#"{"a": "A"; "b": "B"}"#, "1:10-11 expected ',', found ';'"),
        // Colons
        (#"{"a" "A"}"#, "1:5-5 expected ':' behind the key"),
        (#"{"a" {"b": "B"}}"#, "1:5-5 expected ':' behind the key"),
        (#"{"a" = "A"}"#, "1:6-7 expected ':' behind the key, found '='"),
        (#"{"a" => "A"}"#, "1:6-7 expected ':' behind the key, found '='"),
        (#"{"a":: "A"}"#, "1:6-7 expected a value, found ':'"),
        (#"{"a" A}"#, "1:6-7 expected ':' behind the key, found 'A'"),
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
            "1:26-27 this key has no value; 1:36-36 expected ':' behind the key"
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
            "1:7-14 expected double quotes as in \"name\", found '“A”' | JSON's quotation marks are straight"
        ),
        (#"{"a: "A", "b": "B"}"#, "1:7-8 expected ':' behind the key, found 'A'"),
        (#"{a": "A", "b": "B"}"#, "1:2-2 expected '\"' before 'a'"),
        (#"{"a": A", "b": "B"}"#, "1:7-7 expected '\"' before 'A'"),
        (
            #"{"a": "say "hi" to", "b": "B"}"#,
            "1:13-14 expected ',' or '}', found 'h' | 1:1-2 the object begins here"
        ),
        // Strings
        (
            "{\"a\": \"A\n, \"b\": \"B\"}",
            "1:7-9 the string has no closing quotation mark on its line"
        ),
        (
            "{\"a\": \"A,\n \"b\": \"B\"}",
            "1:7-9 the string has no closing quotation mark on its line"
        ),
        (
            "{\"a\": {\"x\": \"A},\r\n \"b\": \"B\"}",
            "1:13-15 the string has no closing quotation mark on its line"
        ),
        (
            "{\"a: {\n\"x\": \"A\"},\n \"b\": \"B\"}",
            "1:2-4 the string has no closing quotation mark on its line"
        ),
        ("{\"a\": \"A", "1:7-9 the string has no closing quotation mark on its line"),
        ("{\"a\": \"A\\", "1:7-10 the string has no closing quotation mark on its line"),
        (
            "{\"a\": 'A,\n \"b\": \"B\"}",
            "1:7-9 the string has no closing quotation mark on its line"
        ),
        ("{\"a\": \"A\tA\"}", "1:9-10 a control character is written as an escape, here \\t"),
        (
            "{\"a\": \"\0\u{1}\u{1F}\"}",
            "1:8-9 a control character is written as an escape, here \\u0000; 1:9-10 a control character is written as an escape, here \\u0001; 1:10-11 a control character is written as an escape, here \\u001F"
        ),
        (
            #"{"a": "\x41"}"#,
            "1:8-10 '\\x' is not an escape of JSON | a backslash itself is written \\\\"
        ),
        (
            #"{"a": "\é"}"#,
            "1:8-11 '\\é' is not an escape of JSON | a backslash itself is written \\\\"
        ),
        (#"{"a": "\u00g0"}"#, "1:8-12 \\u takes four hexadecimal digits"),
        (#"{"a": "\u"}"#, "1:8-10 \\u takes four hexadecimal digits"),
        (
            #"{"a": "\uD83D"}"#,
            "1:8-14 '\\uD83D' is half of a surrogate pair | the character itself can be written, or both halves, as in \\uD83D\\uDE00"
        ),
        (
            #"{"a": "\uDE00\uD83D"}"#,
            "1:8-14 '\\uDE00' is half of a surrogate pair | the character itself can be written, or both halves, as in \\uD83D\\uDE00; 1:14-20 '\\uD83D' is half of a surrogate pair | the character itself can be written, or both halves, as in \\uD83D\\uDE00"
        ),
        // Numbers
        (
            #"{"a": [01, -, +1, .5, 1., 1e, 0x1F, 1_000, --1, 1.e5]}"#,
            [
                "1:8-10 '01'", "1:12-13 '-'", "1:15-17 '+1'", "1:19-21 '.5'", "1:23-25 '1.'",
                "1:27-29 '1e'",
                "1:31-35 '0x1F'", "1:37-42 '1_000'", "1:44-47 '--1'", "1:49-53 '1.e5'",
            ]
            .map { "\($0) is not a number of JSON" }.joined(separator: "; ")
        ),
        // Comments
        (
            "{\"a\": \"A\" // why\n}",
            "1:11-17 JSON has no comments | \"$comment\": \"…\" is ignored, and \"$doc\": \"…\" becomes documentation"
        ),
        (
            "# why\n{\"a\": \"A\"}",
            "1:1-6 JSON has no comments | \"$comment\": \"…\" is ignored, and \"$doc\": \"…\" becomes documentation"
        ),
        (
            "{/*\n why */\"a\": \"A\"}",
            "1:2-4 JSON has no comments | \"$comment\": \"…\" is ignored, and \"$doc\": \"…\" becomes documentation"
        ),
        (
            #"{"a": "A"} /* why"#,
            "1:12-14 JSON has no comments | \"$comment\": \"…\" is ignored, and \"$doc\": \"…\" becomes documentation"
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
            "1:5-6 expected ',' or ']', found ':' | 1:1-2 the array begins here | an object is written in '{' and '}'"
        ),
        // Ends
        (
            #"{"a": "A"}}"#,
            "1:11-12 expected nothing behind the schema, found '}' | 1:10-11 the schema ends here"
        ),
        (
            "{\"a\": \"A\"}\n{\"b\": \"B\"}",
            "2:1-2 expected nothing behind the schema, found '{' | 1:10-11 the schema ends here"
        ),
        (
            #"{"a": "A"} 😀"#,
            "1:12-16 expected nothing behind the schema, found '😀' | 1:10-11 the schema ends here"
        ),
        ("", "1:1-1 the schema is empty; it is a JSON object, as in { \"name\": \"String\" }"),
        (
            "\u{FEFF}",
            "1:1-1 the schema is empty; it is a JSON object, as in { \"name\": \"String\" }"
        ),
        (
            " \n\t\r\n",
            "1:1-1 the schema is empty; it is a JSON object, as in { \"name\": \"String\" }"
        ),
        (
            "\u{FEFF}{",
            "1:2-2 expected '}' before the end of the file | 1:1-2 the object begins here"
        ),
        // Something else
        ("true", "1:1-5 a schema is an object, as in { \"name\": \"String\" }; this is a boolean"),
        ("\"a\"", "1:2-3 a schema is an object, as in { \"name\": \"String\" }; this is a string"),
        ("\"\"", "1:1-3 a schema is an object, as in { \"name\": \"String\" }; this is a string"),
        ("12", "1:1-3 a schema is an object, as in { \"name\": \"String\" }; this is a number"),
        ("null", "1:1-5 a schema is an object, as in { \"name\": \"String\" }; this is null"),
        ("[]", "1:1-2 a schema is an object, as in { \"name\": \"String\" }; this is an array"),
        ("name: String", "1:1-5 expected double quotes around 'name'"),
    ])
    func mistakeIsReportedOnceAtItsPlace(text: String, findings: String) {
        #expect(briefFindings(text).joined(separator: "; ") == findings, "\(text)")
    }

    @Test(arguments: [
        ([0xFF], "1:8-9"), ([0x80], "1:8-9"), ([0xC3], "1:8-9"), ([0xC0, 0x80], "1:8-9, 1:9-10"),
        ([0xE2, 0x82], "1:8-10"), ([0xED, 0xA0, 0x80], "1:8-9, 1:9-10, 1:10-11"),
        ([0xF5], "1:8-9"), ([0xF0, 0x9F, 0x98], "1:8-11"),
    ])
    func bytesThatAreNotUTF8AreReported(bytes: [UInt8], places: String) {
        let text = Array(#"{"a": ""#.utf8) + bytes + Array(#"", "b": "B"}"#.utf8)
        #expect(
            briefFindings([text])
                == places.split(separator: ", ").map { "\($0) these bytes are not UTF-8" })
    }

    @Test(
        arguments: [
            [0xFF, 0xFE, 0x7B, 0x00], [0xFE, 0xFF, 0x00, 0x7B], [0x7B, 0x00, 0x7D, 0x00],
            [0x00, 0x00, 0x00, 0x7B],
        ] as [[UInt8]])
    func otherEncodingsAreNamed(bytes: [UInt8]) {
        #expect(
            briefFindings([bytes]) == [
                "1:1-1 the schema is not in UTF-8; it looks like UTF-16 or UTF-32"
            ])
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
            briefFindings(schema).map { $0.prefix { $0 != "|" } }.joined(separator: "\n") == #"""
                2:11-11 expected ',' here
                3:8-11 expected double quotes around 'B'
                4:15-24 'two words' is not a Swift type 
                4:25-26 JSON has no trailing commas
                4:30-34 JSON has no comments 
                5:12-13 expected ',' or ']', found '}' 
                6:8-11 '012' is not a number of JSON
                7:6-6 expected ':' behind the key
                7:8-10 '\q' is not an escape of JSON 
                8:8-10 the string has no closing quotation mark on its line
                """#)
    }

    @Test func textThatIsNotJSONIsNotReadToItsEnd() {
        let lines = (1...1000).map { "key\($0): value\($0)" }.joined(separator: ",\n")
        let found = briefFindings("{\(lines)}")
        #expect(found.count == 101)
        #expect(
            found.last
                == "50:15-15 the rest of the file was not read: it has 100 errors before this place"
        )
    }
}
