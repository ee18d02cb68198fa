import Foundation
import PathSchema
import TestSupport
import Testing

@testable import SchemaPage

@Suite struct PageRendererTests {
    /// Texts that mean something to HTML, scripts, JSON, templates or terminals.
    private static let hostileTexts = [
        "</script><script>alert(1)</script>", "<!--<script>", "]]>", "<img src=x onerror=alert(1)>",
        #""quotes" 'apostrophes' `back-ticks` \back-slashes\u0041"#, "&lt;&#60;",
        "a\u{202E}b", "{{data}} {{code}} ${alert(1)}", "<\u{338}/script>", "\u{FEFF}x", "%00",
    ]

    private func page(_ schema: String, from sources: [String] = ["schema.json"]) throws -> String {
        PageRenderer.render(try compiled(schema), from: sources)
    }

    @Test func theDataIsThatBesideTheSchema() throws {
        let folder = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().appendingPathComponent("Golden")
        func read(_ name: String) throws -> String {
            try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
        }
        let data = PageData.json(
            of: try compiled(read("forum.json")), title: "forum.json",
            rules: try readRules(read("forum.rules.json")))
        if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] != nil {
            let file = folder.appendingPathComponent("forum.page.json")
            try "\(data)\n".write(to: file, atomically: true, encoding: .utf8)
        }
        #expect(try "\(data)\n" == read("forum.page.json"))
    }

    @Test func keysAndDocumentationAreData() throws {
        var schema: [String: Any] = [:]
        for (index, text) in Self.hostileTexts.enumerated() {
            let key = "key " + text.filter { !"/.#$[]".contains($0) }
            schema[key] = ["$type": "Int", "$member": "member\(index)"]
            guard !text.unicodeScalars.contains(where: { ["\u{202E}", "\u{FEFF}"].contains($0) })
            else { continue }
            let documentation = ["$doc": "words \(text)", "$deprecated": "words \(text)"]
            schema[key] = documentation.merging(["$type": "Int", "$member": "member\(index)"]) {
                $1
            }
        }
        let json = try JSONSerialization.data(withJSONObject: schema)
        let page = try page(String(decoding: json, as: UTF8.self))
        let document = try PageDocument(ofPage: page)
        #expect(Set(document.schema.nodes.compactMap(\.key)) == Set(schema.keys))
        let words = document.schema.nodes.compactMap(\.documentation)
        #expect(words.count == Self.hostileTexts.count - 2)
        #expect(words.allSatisfy { Self.hostileTexts.contains(String($0.dropFirst(6))) })
        #expect(document.schema.nodes.compactMap(\.deprecated) == words)
        // Two scripts begin, and two end.
        for tag in ["<script", "</script"] {
            #expect(page.utf8.split(separator: tag.utf8).count == 3)
        }
    }

    @Test func namesOfFilesAreText() throws {
        for text in Self.hostileTexts {
            let page = try page(#"{ "a": "Int" }"#, from: [text, "b.json"])
            #expect(page.contains("<title>\(HTMLText.escaped(text)), b.json</title>"))
            #expect(try PageDocument(ofPage: page).title == "\(text), b.json")
            #expect(page.utf8.split(separator: "<script".utf8).count == 3)
        }
    }

    @Test func thePageIsOneFileWithoutInlineHandlers() throws {
        let page = try page(ChatSchema.json)
        let markup = String(decoding: PackageResources.page_html, as: UTF8.self)
        #expect(!markup.contains(/\son[a-z]+\s*=/))
        #expect(!markup.contains(/\s(src|href|style)\s*=/))
        #expect(!page.contains(/https?:\/\/|@import|url\(|\bfetch\(|import\(/))
        #expect(!page.contains(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(/))
        #expect(!page.contains(/^(import|export)\b/.anchorsMatchLineEndings()))
        #expect(!page.contains(/\{\{[a-z]+\}\}/))
        #expect(PageRenderer.render(try compiled(#"{ "a": "Int" }"#), from: []).utf8.count < 40_000)
    }

    @Test func modulesDeclareNamesOnce() throws {
        let page = try page(ChatSchema.json)
        let names = page.matches(of: /\n(?:async )?(?:function|class|const|let) ([A-Za-z]+)/).map(
            \.1)
        #expect(names.count > 20)
        #expect(Set(names).count == names.count)
    }

    @Test func namesInBracesAreReplacedOnce() {
        let template = Template(Array("{{a}} {{b}} {{c}} { {{a}}".utf8))
        let texts = ["a": "{{b}}", "b": "1"]
        #expect(template.filled { texts[String($0)] } == "{{b}} 1 {{c}} { {{b}}")
    }

    @Test func aScriptHasNoLessThanSign() {
        #expect(HTMLText.inScript(#"["<", "a<b", "<\#u{338}"]"#).contains("<") == false)
        #expect(HTMLText.inScript("<") == "\\u003C")
        #expect(HTMLText.inScript("") == "")
    }
}
