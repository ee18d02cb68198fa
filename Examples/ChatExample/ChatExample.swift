import Foundation
import TypedDatabase
import TypedDatabaseSQLite
import TypedPaths

/// A chat in a file: what one process says, another that watches shows.
@main
enum ChatExample {
    static func main() async throws {
        let database = TreeDatabase(try SQLiteEngine(at: "chat.sqlite"))
        let messages = Path().chatroom(ChatroomID(rawValue: "firechat")).messages
        let newest = database.children(of: messages).last(50)

        switch CommandLine.arguments.dropFirst().first {
        case "say":
            let text = CommandLine.arguments.dropFirst(2).joined(separator: " ")
            try await database.add(Message(author: NSUserName(), text: text), to: messages)
        // try await database.add(text, to: messages)   a text is no Message
        case "log":
            for message in try await newest.get() { show(try message.value) }
        case "watch":
            for try await changes in newest.changes() {
                for case .added(let message, _) in changes { show(try message.value) }
            }
        default:
            print("usage: ChatExample say <text> | log | watch")
        }
    }

    private static func show(_ message: Message) {
        // Not print, which keeps lines back when it doesn't write to a terminal.
        FileHandle.standardOutput.write(Data("\(message.author): \(message.text)\n".utf8))
    }
}
