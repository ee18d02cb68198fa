import Foundation
import TestSupport
import Testing

/// The commands in Documentation/SeeingTheSchema.md, run on the files that they name.
@Suite struct SeeingTheSchemaTests {
    @Test func commandsWritePages() async throws {
        let page = try MarkdownPage("SeeingTheSchema.md")
        let commands = page.blocks.filter { $0.language == "console" }
        #expect(commands.count == 2)
        for command in commands {
            let prefix = "$ swift run generate-paths "
            #expect(command.text.hasPrefix(prefix))
            let words = command.text.dropFirst(prefix.count).split { $0 == " " || $0 == "\n" }
            let arguments = words.map { word in
                word.hasPrefix("Examples/")
                    ? Repository.root.appendingPathComponent(String(word)).path : String(word)
            }
            let run = try Command()
            let result = try await run.run(arguments)
            #expect(result.status == 0 && result.errors == "", "\(result)")
            let html = try run.folder.read("chat.html")
            #expect(html.contains("Path().chatroom(chatroomId).messages"))
            #expect(html.contains("newData.val() === now") == words.contains("--rules"))
        }
    }
}
