import TestSupport
import Testing

/// `--emit html`: files, messages and exit statuses.
@Suite struct PageCommandTests {
    private let command: Command

    init() throws {
        command = try Command([
            "chat.json": ChatSchema.json,
            "rules.json": #"{ "rules": { "chatrooms": { ".read": "auth != null" } } }"#,
        ])
    }

    @Test func aPageIsWritten() async throws {
        let run = try await command.run("chat.json", "--emit", "html", "-o", "chat.html")
        #expect(run.status == 0 && run.output == "" && run.errors == "")
        let page = try command.folder.read("chat.html")
        #expect(page.hasPrefix("<!DOCTYPE html>\n"))
        #expect(page.hasSuffix("</html>\n"))
        #expect(page.contains("<title>chat.json</title>"))
        #expect(page.contains("Path().chatroom(chatroomId).messages"))
        let check = try await command.run(
            "chat.json", "--emit", "html", "-o", "chat.html", "--check")
        #expect(check.status == 0)
    }

    @Test func rulesAreInThePage() async throws {
        let run = try await command.run("chat.json", "--emit", "html", "--rules", "rules.json")
        #expect(run.status == 0 && run.errors == "")
        #expect(run.output.contains(#"[["/chatrooms", ".read", "auth != null"]]"#))
    }

    @Test func brokenRulesAreAnError() async throws {
        try command.folder.write(#"{ "rules": { ".validate": "1 +" } }"#, to: "rules.json")
        let run = try await command.run("chat.json", "--emit", "html", "--rules", "rules.json")
        #expect(run.status == 1 && run.output == "")
        #expect(run.errors.hasPrefix("rules.json:1:"))
        let missing = try await command.run("chat.json", "--emit", "html", "--rules", "none.json")
        #expect(missing.status == 66)
    }

    @Test func aBrokenSchemaHasNoPage() async throws {
        try command.folder.write("{", to: "chat.json")
        let run = try await command.run("chat.json", "--emit", "html", "-o", "chat.html")
        #expect(run.status == 1)
        #expect(try command.folder.names == ["chat.json", "rules.json"])
    }

    @Test func pluginsHaveNoPages() async throws {
        let run = try await Subprocess.run(
            Products.program("generate-paths-plugin-tool"), ["chat.json", "--emit", "html"],
            in: command.folder.url)
        #expect(run.status == 64)
        #expect(
            run.errors
                == "error: --from, html, rules and diff are for generate-paths itself, not for plugins\n"
        )
    }
}
