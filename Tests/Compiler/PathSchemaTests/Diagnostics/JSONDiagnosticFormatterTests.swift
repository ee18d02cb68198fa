import Foundation
import PathSchema
import TestSupport
import Testing

@Suite struct JSONDiagnosticFormatterTests {
    private func lines(_ sources: SourceText...) -> [String] {
        let formatter = JSONDiagnosticFormatter(sources: sources)
        return SchemaCompiler.compile(sources).diagnostics.inDocumentOrder.map(formatter.format)
    }

    @Test func diagnosticIsOneLine() {
        #expect(
            lines(SourceText(name: "a \"b\".json", text: "{\"é\": \"A\",\n\"é\": \"B\"}")) == [
                #"{"severity":"error","message":"duplicate key 'é'","#
                    + #""file":"a \"b\".json","line":2,"column":2,"endLine":2,"endColumn":4,"#
                    + #""notes":[{"message":"the first one is here","#
                    + #""file":"a \"b\".json","line":1,"column":3,"endLine":1,"endColumn":5}]}"#
                    + "\n"
            ])
    }

    @Test func rangeCanSpanLines() {
        #expect(
            lines(SourceText(name: "a.json", text: "{\"a\": {\n}}")) == [
                #"{"severity":"error","message":"this object has neither a type nor children","#
                    + #""file":"a.json","line":1,"column":7,"endLine":2,"endColumn":2,"#
                    + #""notes":[{"message":"a node names a type, as in \"name\": \"String\", or has children"}]}"#
                    + "\n"
            ])
    }

    @Test func everyLineIsValidJSON() throws {
        var numbers = SplitMix64(seed: 3)
        let alphabet: [UInt8] =
            Array(#"{}[]:,"\$<>Aa0/"#.utf8) + [0, 0x1B, 0x0A, 0x0D, 0x7F, 0xC2, 0x9B, 0xFF]
        for _ in 0..<500 {
            let bytes = (0..<20).map { _ in alphabet.randomElement(using: &numbers) ?? 0 }
            for line in lines(SourceText(name: "\u{1B}\n.json", utf8: bytes)) {
                #expect(
                    line.unicodeScalars.filter { $0.properties.generalCategory == .control } == [
                        "\n"
                    ])
                let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
                let members = try #require(object as? [String: Any])
                #expect(members["message"] is String)
                #expect(members["line"] is Int)
            }
        }
    }
}
