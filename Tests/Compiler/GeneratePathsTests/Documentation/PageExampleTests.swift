import Foundation
import TestSupport
import Testing

/// The test of the pages notices what is wrong on one.
@Suite struct PageExampleTests {
    @Test func correctPagesAreNotReported() async throws {
        let differences = try await PageProgram.differences(inPage: Self.page)
        #expect(differences == [])
    }

    @Test(arguments: [
        ("// Path<Theme>, theme", "// Path<Thema>, theme"),
        ("// Path<Theme>, theme", "// Path<Theme>.Collection, theme"),
        ("// Path<Theme>, theme", "// Path<Theme>, themes"),
        ("Path().theme ", "Path().themes "),
        ("'thema'", "'theme'"),
        ("Path().thema ", "Path().theme "),
        ("Path<Theme> {", "Path<Thema> {"),
        ("schema.json:1:12", "schema.json:1:13"),
        ("\"theme\": 7", "\"theme\": 77"),
        ("--emit tree", "--emit json"),
        ("/          Path<Root>", "/          Path<Top>"),
    ])
    func mistakesInPagesAreReported(right: String, wrong: String) async throws {
        #expect(Self.page.contains(right))
        let page = Self.page.replacingOccurrences(of: right, with: wrong)
        let differences = try await PageProgram.differences(inPage: page)
        #expect(differences != [])
    }

    @Test(arguments: [
        "```yaml\na: b\n```\n", "```swift\nlet a = 1\n```\n", "```console\n$ ls\n```\n",
    ])
    func blocksOfNoKnownPurposeAreErrors(page: String) {
        #expect(throws: Unclear.self) {
            try PageExamples(MarkdownPage(name: "Page.md", text: page))
        }
    }

    @Test func blocksKnowTheirLinesAndCaptions() {
        let page = MarkdownPage(name: "Page.md", text: "Title\n\n`a.json`:\n\n```json\n{\n}\n```\n")
        #expect(
            page.blocks == [
                MarkdownPage.Block(language: "json", text: "{\n}", caption: "`a.json`:", line: 6)
            ])
        #expect(page.replacing([6: "[]"]) == "Title\n\n`a.json`:\n\n```json\n[]\n```\n")
    }

    private static let page = """
        ```json
        { "theme": "Theme" }
        ```

        ```swift
        Path().theme   // Path<Theme>, theme
        Path().thema   // error: value of type 'Path<Root>' has no member 'thema'
        ```

        ```swift
        var theme: Path<Theme> {
            Path.append(self, "theme")
        }
        ```

        ```console
        $ generate-paths schema.json --emit tree
        /          Path<Root>
        └── theme  Path<Theme>
        ```

        ```json
        { "theme": 7 }
        ```

        ```text
        schema.json:1:12: error: a number can't be a node of a schema
        1 | { "theme": 7 }
          |            ^
        note: the types of numbers are "Int" and "Double"
        ```
        """
}
