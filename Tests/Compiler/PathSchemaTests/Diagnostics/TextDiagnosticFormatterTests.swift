import PathSchema
import TestSupport
import Testing

/// The caret stands under exactly the offending characters, whatever is on the line.
@Suite struct TextDiagnosticFormatterTests {
    @Test func everyPartHasItsPlace() {
        let schema = """
            {
              "messages": {
                "<messageId>": "Mesage Id"
              }
            }
            """
        #expect(
            findings(schema) == """
                schema.json:3:21: error: 'Mesage Id' is not a Swift type
                3 |     "<messageId>": "Mesage Id"
                  |                     ^~~~~~~~~
                note: a leaf names one of your types, as in "Message" or "[String: Bool]"

                """)
    }

    @Test func noteInAnotherFileNamesIt() {
        #expect(
            findings(#"{"a": "A"}"#, "\n{\"a\": \"B\"}") == """
                schema2.json:2:3: error: 'a' is 'B' here, and 'A' in another file
                2 | {"a": "B"}
                  |   ^
                schema.json:1:3: note: the other file describes it here
                1 | {"a": "A"}
                  |   ^
                note: several files can add children to a node if they agree on its type

                """)
    }

    /// The two lines of the excerpt of an error in a line of text.
    @Test(arguments: [
        (#"{"a": "A", "x": 12}"#, #"{"a": "A", "x": 12}"#, "                ^~"),
        ("\t{\t\"x\": 12}", #"    {    "x": 12}"#, "              ^~"),
        (#"{"消息": "A", "x": 12}"#, #"{"消息": "A", "x": 12}"#, "                   ^~"),
        (#"{"x": "消 息"}"#, #"{"x": "消 息"}"#, "       ^~~~~"),
        (#"{"😀": "A", "x": 12}"#, #"{"😀": "A", "x": 12}"#, "                 ^~"),
        (#"{"👨‍👩‍👧": "A", "x": 12}"#, #"{"👨‍👩‍👧": "A", "x": 12}"#, "                 ^~"),
        (#"{"🇩🇪": "A", "x": 12}"#, #"{"🇩🇪": "A", "x": 12}"#, "                 ^~"),
        (
            "{\"e\u{301}\": \"A\", \"x\": 12}", "{\"e\u{301}\": \"A\", \"x\": 12}",
            "                ^~"
        ),
        ("{\"x\": \"\u{301}a b\"}", "{\"x\": \"\u{301}a b\"}", "       ^~~"),
        ("{\"x\": 12}\r", #"{"x": 12}"#, "      ^~"),
        ("\u{FEFF}{\"x\": 12}", #"{"x": 12}"#, "      ^~"),
        ("{\"x\": \"\u{1B}[2J\"}", #"{"x": "␛[2J"}"#, "       ^"),
        ("{\"x\": \"a\u{9B}2J\"}", "{\"x\": \"a\u{FFFD}2J\"}", "       ^~~~"),
        ("{\"x\": \"a \u{202E}b\"}", "{\"x\": \"a \\u{202E}b\"}", "         ^~~~~~~~"),
        ("{\"x\": \"a \u{A0}b\"}", "{\"x\": \"a \\u{00A0}b\"}", "       ^~~~~~~~~~~"),
        ("{\"x\": \"a\u{2028}b\"}", "{\"x\": \"a\u{FFFD}b\"}", "       ^~~"),
    ])
    func caretIsExact(line: String, shown: String, caret: String) {
        let lines = findings("\(line)\n").split(separator: "\n")
        #expect(lines.dropFirst().first.map(String.init) == "1 | \(shown)")
        #expect(lines.dropFirst(2).first.map(String.init) == "  | \(caret)")
    }

    @Test func longLineIsShownAroundTheError() {
        let before = (0..<100).map { #""key\#($0)": "A", "# }.joined()
        let after = (100..<200).map { #", "key\#($0)": "A""# }.joined()
        #expect(
            findings("{\(before)\"bad\": 12\(after)}") == """
                schema.json:1:1399: error: a number can't be a node of a schema
                1 | …y96": "A", "key97": "A", "key98": "A", "key99": "A", "bad": 12, "key100": "A", \
                "key101": "A", "key102": "A", "key103": "A", "key104": "A", "key105": "…
                  |                                                              ^~
                note: the types of numbers are "Int" and "Double"

                """)
    }

    @Test func longTextIsCut() {
        let type = String(repeating: "é ", count: 100)
        #expect(
            findings(#"{"a": "\#(type)"}"#) == """
                schema.json:1:8: error: '\(String(repeating: "é ", count: 29))é…' is not a Swift type
                1 | {"a": "\(String(repeating: "é ", count: 30))…
                  |        ^\(String(repeating: "~", count: 59))
                note: a leaf names one of your types, as in "Message" or "[String: Bool]"

                """)
    }

    @Test func nothingOfAnInputReachesTheTerminalRaw() {
        var numbers = SplitMix64(seed: 7)
        let alphabet = [
            "\u{1B}[2J", "\u{9B}", "\u{7}", "\r", "\u{202E}", "\u{2028}", "{", "}", "\"a\"", ":",
            ",", "[", "<", ">", "\"", "$type", "\\", "A", "\u{8}", "\0",
        ]
        for _ in 0..<500 {
            let text = (0..<12).map { _ in alphabet.randomElement(using: &numbers) ?? "" }.joined()
            let shown = findings(text, "{\"\(text)\": \"[\(text)\"}")
            let raw = shown.unicodeScalars.filter {
                $0.properties.generalCategory == .control && $0 != "\n"
                    || ["\u{202E}", "\u{2028}"].contains($0)
            }
            #expect(raw.isEmpty, "\(shown.debugDescription)")
        }
    }

    @Test func colorsAreOnRequest() {
        let source = SourceText(name: "a.json", text: #"{"a": 1}"#)
        let diagnostics = SchemaCompiler.compile([source]).diagnostics.inDocumentOrder
        let formatter = TextDiagnosticFormatter(sources: [source], usesColor: true)
        #expect(
            diagnostics.map(formatter.format).joined() == """
                a.json:1:7: \u{1B}[1;31merror:\u{1B}[0m a number can't be a node of a schema
                1 | {"a": 1}
                  |       \u{1B}[1;32m^\u{1B}[0m
                \u{1B}[1;36mnote:\u{1B}[0m the types of numbers are "Int" and "Double"

                """)
    }
}
