import Testing

@testable import PathSchema

/// What RFC 8259 allows.
@Suite struct JSONReaderTests {
    @Test(arguments: [
        ("{}", "{}"),
        ("[]", "[]"),
        (" \t\r\n{ \t\r\n} \t\r\n", "{}"),
        ("\u{FEFF}{}", "{}"),
        (#"{"b":"x","a":{"c":[]}}"#, #"{"b":"x","a":{"c":[]}}"#),
        (#"[true,false,null,"",[{}]]"#, #"[true,false,null,"",[{}]]"#),
        (#"["\"\\\/\b\f\n\r\t"]"#, "[\"\"\\/\u{8}\u{C}\n\r\t\"]"),
        (#"["\u0041\u00e9\u00E9\u20AC"]"#, #"["Aéé€"]"#),
        (#"["\uD83D\uDE00\ud83d\ude00"]"#, #"["😀😀"]"#),
        (#"["\u0000"]"#, "[\"\0\"]"),
        (#"["é😀\u007F"]"#, "[\"é😀\u{7F}\"]"),
        ("[\"\u{7F}\u{2028}\u{2029}\u{10FFFF}\"]", "[\"\u{7F}\u{2028}\u{2029}\u{10FFFF}\"]"),
        (#""top""#, #""top""#),
        ("-0", "-0"), ("true", "true"), ("null", "null"),
        (
            "[0,-0,12,-12,0.5,1.50,1e5,1E5,1e+5,1e-5,0e0,1.5E-07]",
            "[0,-0,12,-12,0.5,1.50,1e5,1E5,1e+5,1e-5,0e0,1.5E-07]"
        ),
    ])
    func validTextIsReadInDocumentOrder(text: String, values: String) {
        var names = NameTable()
        var diagnostics = Diagnostics()
        let document = JSONReader.read(
            SourceText(name: "", text: text), index: 0, names: &names,
            reportingTo: &diagnostics)
        #expect(diagnostics.inDocumentOrder.map(\.message) == [])
        #expect(document.description(of: 0) == values)
    }

    @Test func depthIsLimitedByMemoryOnly() {
        let depth = 10_000
        let text =
            String(repeating: "[", count: depth) + "1" + String(repeating: "]", count: depth)
        var names = NameTable()
        var diagnostics = Diagnostics()
        let document = JSONReader.read(
            SourceText(name: "", text: text), index: 0, names: &names,
            reportingTo: &diagnostics)
        #expect(!diagnostics.hasErrors)
        #expect(document.nodes.count == depth + 1)
    }

    /// A range is what the caret underlines: of a string what is between its quotes.
    @Test func valuesKnowTheirRanges() {
        let text = #"{ "a" : [ 1.5, {} ], "é": "" }"#
        var names = NameTable()
        var diagnostics = Diagnostics()
        let document = JSONReader.read(
            SourceText(name: "", text: text), index: 0, names: &names,
            reportingTo: &diagnostics)
        let ranges = document.nodes.indices.map { index in
            let range = document.range(of: index)
            return String(
                decoding: document.source.utf8[Int(range.lower)..<Int(range.upper)], as: UTF8.self)
        }
        #expect(ranges == [text, "a", "[ 1.5, {} ]", "1.5", "{}", "é", #""""#])
    }
}

extension JSONDocument {
    /// The value as compact JSON, with strings as the text they stand for.
    fileprivate func description(of index: Int) -> String {
        switch nodes[index].kind {
        case .object:
            let members = keys(of: index).map { key in
                "\"\(text(of: key))\":\(description(of: key + 1))"
            }
            return "{\(members.joined(separator: ","))}"
        case .array:
            return "[\(elements(of: index).map(description(of:)).joined(separator: ","))]"
        case .string:
            return "\"\(text(of: index))\""
        case .number, .boolean, .null, .invalid:
            return String(decoding: source.utf8[nodes[index].bytes], as: UTF8.self)
        }
    }
}
