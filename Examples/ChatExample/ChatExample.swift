import Foundation
import TypedDatabase
import TypedDatabaseOffline
import TypedPaths

/// A chat in a file or online, which one process writes to and another one watches.
@main
enum ChatExample {
    static func main() async {
        do {
            try await run(Options(CommandLine.arguments.dropFirst()))
        } catch {
            FileHandle.standardError.write(Data("ChatExample: error: \(error)\n".utf8))
            exit(1)
        }
    }

    private static func run(_ options: Options) async throws {
        guard options.areValid else { return print(Options.usage) }
        let engine = try options.engine()
        let database = TreeDatabase(engine)
        let outbox = (engine as? OfflineEngine).map(Outbox.init)
        let messages = Path().chatroom(ChatroomID(rawValue: "firechat")).messages
        let newest = database.children(of: messages).last(50)

        switch options.words.first {
        case "say":
            let text = options.words.dropFirst().joined(separator: " ")
            try await database.add(Message(author: NSUserName(), text: text), to: messages)
            // try await database.add(text, to: messages)   a text is no Message
            try await outbox?.close()
        case "log":
            for message in try await newest.get() { show(try message.value.description) }
        case "watch":
            for try await changes in newest.changes() {
                for case .added(let message, _) in changes { show(try message.value.description) }
            }
        case "chat":
            try await Chat(messages: messages, database: database, outbox: outbox).run()
        default:
            print(Options.usage)
        }
    }

    static func show(_ line: String) {
        // Not `print`, which buffers lines when the output isn't a terminal.
        FileHandle.standardOutput.write(Data("\(line)\n".utf8))
    }
}
