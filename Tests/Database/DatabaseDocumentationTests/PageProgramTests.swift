import TestSupport
import Testing

/// The test of the pages notices what is wrong on one.
@Suite struct PageProgramTests {
    private static let page = """
        # Page
        ```swift
        func double(_ number: Int) -> Int { number * 2 }
        ```
        ## Section
        ```swift
        for number in 1...2 { print(double(number)) }  // 2, then 4
        double("a")  // error: cannot convert value of type 'String' to expected argument type 'Int'
        ```
        """

    @Test func correctPagesAreNotReported() async throws {
        let differences = try await Self.differences(Self.page)
        #expect(differences == [])
    }

    @Test(arguments: [
        ("2, then 4", "2"), ("2, then 4", "2, then 4, then 6"), ("number * 2", "number * 3"),
        ("'String'", "'Text'"), ("double(\"a\")", "_ = double(1)"),
        ("print(double(number)) ", "_ = double(number) "),
    ])
    func mistakesInPagesAreReported(right: String, wrong: String) async throws {
        #expect(Self.page.contains(right))
        let differences = try await Self.differences(Self.page.replacing(right, with: wrong))
        #expect(differences != [])
    }

    private static func differences(_ text: String) async throws -> [String] {
        let program = PageProgram(MarkdownPage(name: "Page.md", text: text))
        if !program.unchecked.isEmpty { return ["\(program.unchecked)"] }
        let found = PageProgram.outputs(in: try await PageCompiler().run(program.code).output)
        if found != program.outputs { return ["\(found)"] }
        let (code, lines) = program.mistakenCode
        let said = try await PageCompiler().typecheck(code)
        return program.differences(of: said, at: lines)
    }
}
