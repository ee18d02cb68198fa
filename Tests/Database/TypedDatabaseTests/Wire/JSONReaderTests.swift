import Testing

@testable import TypedDatabase

@Suite struct JSONReaderTests {
    @Test(
        arguments: [
            ("null", nil),
            (" \r\n\t true ", true),
            ("false", false),
            (#""""#, ""),
            ("0", 0),
            ("-0", 0),
            ("1.0", 1),
            ("-12", -12),
            ("9223372036854775807", 9_223_372_036_854_775_807),
            ("-9223372036854775808", -9_223_372_036_854_775_808),
            ("9007199254740993", 9_007_199_254_740_993),
            ("9223372036854775808", .double(9_223_372_036_854_775_808)),
            ("123456789012345678901234567890", .double(0x1.8ee90ff6c373ep+96)),
            ("1e3", 1000),
            ("1.5E-3", 0.0015),
            ("0.1", 0.1),
            ("{}", nil),
            ("[]", nil),
            ("[[],{}]", nil),
            (#"{"a":null}"#, nil),
            (#"{"b":1,"a":{"c":null,"d":"x"}}"#, ["a": ["d": "x"], "b": 1]),
            (#"{"a":1,"a":2}"#, ["a": 2]),
            (#"{"a":1,"a":null}"#, nil),
            (#"[null,"x",null,[1]]"#, ["1": "x", "3": ["0": 1]]),
            (#"{".value":3,".priority":1}"#, 3),
            (
                #"{"a":{".value":null,".priority":1},"b":{".priority":"p","c":true}}"#,
                ["b": ["c": true]]
            ),
        ] as [(String, TreeValue?)])
    func valuesAreThoseOfTheTree(json: String, value: TreeValue?) throws {
        #expect(try JSONReader.value(Array(json.utf8)) == value)
    }

    @Test(arguments: [
        (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
        (#""\u0041é\u00e9""#, "Aéé"),
        (#""\ud83d\ude00 \ud83d x""#, "😀 \u{FFFD} x"),
        (#""\ude00\ud83dA\ud83d\u0041""#, "\u{FFFD}\u{FFFD}A\u{FFFD}A"),
        ("\"\u{2028}😀\"", "\u{2028}😀"),
    ])
    func escapesAreUndone(json: String, text: String) throws {
        #expect(try JSONReader.value(Array(json.utf8)) == .string(text))
    }

    @Test(arguments: [
        ("", "not JSON at byte 0: it ends too early"),
        ("nul", "not JSON at byte 3: expected null"),
        ("01", "not JSON at byte 2: a number that starts with 0"),
        ("-", "not JSON at byte 1: expected a digit"),
        ("1.", "not JSON at byte 2: expected a digit"),
        ("1e999", "not JSON at byte 5: a number that is too large"),
        ("1 2", "not JSON at byte 2: more after the value"),
        ("[1 2]", "not JSON at byte 3: expected a comma or the array's end"),
        ("[1,]", "not JSON at byte 3: expected a value"),
        (#"{"a" 1}"#, "not JSON at byte 5: expected a colon"),
        (#"{a:1}"#, "not JSON at byte 1: expected a string"),
        ("\"a\nb\"", "not JSON at byte 2: a control character"),
        (#""\x""#, "not JSON at byte 3: an unknown escape"),
        (#""\u12G4""#, "not JSON at byte 5: expected four hexadecimal digits"),
        ("<html>", "not JSON at byte 0: expected a value"),
        (String(repeating: "[", count: 100_000), "not JSON at byte 65: more than 64 levels"),
    ])
    func malformedJSONIsAnErrorWithItsOffset(json: String, message: String) {
        let error = #expect(throws: JSONError.self) { try JSONReader.value(Array(json.utf8)) }
        #expect(error?.description == message)
    }

    @Test func bytesThatAreNotUTF8AreAnError() {
        for bytes in [[0xFF], [0xC3], [0xED, 0xA0, 0x80], [0xC0, 0x80]] as [[UInt8]] {
            #expect(throws: JSONError.self) { try JSONReader.value([0x22] + bytes + [0x22]) }
        }
    }

    @Test func membersKeepTheNullsOfAPatch() throws {
        var members: [String] = []
        try JSONReader.read(Array(#"{"a/b":null,"c":[1]}"#.utf8)) { reader throws(JSONError) in
            try reader.members { key, reader throws(JSONError) in
                members.append("\(key)=\(String(describing: try reader.value()))")
            }
        }
        #expect(members == ["a/b=nil", #"c=Optional({"0": 1})"#])
    }
}
