import PathSchema
import Testing

/// Errors inside strings.
@Suite struct JSONStringErrorTests {
    @Test(arguments: [
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
        ("{\"a\": \"A\tA\"}", "1:9-10 a control character must be escaped, here as \\t"),
        (
            "{\"a\": \"\0\u{1}\u{1F}\"}",
            "1:8-9 a control character must be escaped, here as \\u0000; 1:9-10 a control character must be escaped, here as \\u0001; 1:10-11 a control character must be escaped, here as \\u001F"
        ),
        (
            #"{"a": "\x41"}"#,
            "1:8-10 '\\x' is not a valid JSON escape | write \\\\ for a backslash"
        ),
        (
            #"{"a": "\é"}"#,
            "1:8-11 '\\é' is not a valid JSON escape | write \\\\ for a backslash"
        ),
        (#"{"a": "\u00g0"}"#, "1:8-12 \\u needs four hexadecimal digits"),
        (#"{"a": "\u"}"#, "1:8-10 \\u needs four hexadecimal digits"),
        (
            #"{"a": "\uD83D"}"#,
            "1:8-14 '\\uD83D' is half of a surrogate pair | write the character itself, or both halves, as in \\uD83D\\uDE00"
        ),
        (
            #"{"a": "\uDE00\uD83D"}"#,
            "1:8-14 '\\uDE00' is half of a surrogate pair | write the character itself, or both halves, as in \\uD83D\\uDE00; 1:14-20 '\\uD83D' is half of a surrogate pair | write the character itself, or both halves, as in \\uD83D\\uDE00"
        ),
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
}
