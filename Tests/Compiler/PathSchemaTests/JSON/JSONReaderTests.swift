import Testing

@testable import PathSchema

/// Documents that RFC 8259 allows.
@Suite struct JSONReaderTests {
    @Test(arguments: [
        ("{}", "{}"),
        ("[]", "[]"),
        (" \t\r\n{ \t\r\n} \t\r\n", "{}"),
        ("\u{FEFF}{}", "{}"),
        (#"{"b":"x","a":{"c":[]}}"#, #"{"b":"x","a":{"c":[]}}"#),
        (#"[true,false,null,"",[{}]]"#, #"[boolean,boolean,null,"",[{}]]"#),
        (#"["\"\\\/\b\f\n\r\t"]"#, "[\"\"\\/\u{8}\u{C}\n\r\t\"]"),
        (#"["\u0041\u00e9\u00E9\u20AC"]"#, #"["Aéé€"]"#),
        (#"["\uD83D\uDE00\ud83d\ude00"]"#, #"["😀😀"]"#),
        (#"["\u0000"]"#, "[\"\0\"]"),
        (#"["é😀\u007F"]"#, "[\"é😀\u{7F}\"]"),
        ("[\"\u{7F}\u{2028}\u{2029}\u{10FFFF}\"]", "[\"\u{7F}\u{2028}\u{2029}\u{10FFFF}\"]"),
        (#""top""#, #""top""#),
        ("true", "boolean"), ("null", "null"), ("-0", "number"), ("0", "number"),
        ("12", "number"), ("-12", "number"), ("0.5", "number"), ("1.50", "number"),
        ("1e5", "number"), ("1E5", "number"), ("1e+5", "number"), ("1e-5", "number"),
        ("0e0", "number"), ("1.5E-07", "number"),
    ])
    func validTextIsReadInDocumentOrder(text: String, values: String) throws {
        #expect(try read(text).text == values)
    }

    /// Deeper than any schema, values are dropped: trees are walked and destroyed by recursion.
    @Test func depthIsLimitedByMemoryOnly() throws {
        let depth = 1_000_000
        let text =
            String(repeating: "[", count: depth) + "1" + String(repeating: "]", count: depth)
        let kept = try read(text).text
        #expect(kept == String(repeating: "[", count: 65) + String(repeating: "]", count: 65))
    }

    /// A range is what the caret underlines: of a string what is between its quotes, of a container its
    /// opening bracket.
    @Test func valuesKnowTheirRanges() throws {
        let text = #"{ "a" : [ 1.5, {} ], "é": "" }"#
        let node = try read(text)
        #expect(node.parts.map { $0.text(in: text) } == ["{", "a", "[", "1.5", "{", "é", #""""#])
        #expect(node.bytes.text(in: text) == text)
    }

    private func read(_ text: String) throws -> JSONNode {
        var diagnostics = Diagnostics()
        let node = JSONReader.read(
            SourceText(name: "", text: text), index: 0, reportingTo: &diagnostics)
        #expect(diagnostics.inDocumentOrder.map(\.message) == [])
        return try #require(node)
    }
}

extension JSONNode {
    /// The value as compact JSON, with strings as the text they stand for.
    fileprivate var text: String {
        switch value {
        case .object(let members):
            "{\(members.map { "\"\($0.key.text)\":\($0.value.text)" }.joined(separator: ","))}"
        case .array(let elements): "[\(elements.map(\.text).joined(separator: ","))]"
        case .string(let string): "\"\(string.text)\""
        case .number: "number"
        case .boolean: "boolean"
        case .null: "null"
        case .invalid: "invalid"
        }
    }

    /// The ranges of the value, and of all that is in it.
    fileprivate var parts: [SourceRange] {
        switch value {
        case .object(let members):
            [range] + members.flatMap { [$0.key.range] + $0.value.parts }
        case .array(let elements): [range] + elements.flatMap(\.parts)
        case .string, .number, .boolean, .null, .invalid: [range]
        }
    }
}

extension SourceRange {
    fileprivate func text(in source: String) -> String {
        String(decoding: Array(source.utf8)[lower..<upper], as: UTF8.self)
    }
}
