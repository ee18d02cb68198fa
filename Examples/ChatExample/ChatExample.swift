import Foundation
import TypedDatabase
import TypedDatabaseFirebase
import TypedDatabaseSQLite
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
        let database = try options.database()
        let messages = Path().chatroom(ChatroomID(rawValue: "firechat")).messages
        let newest = database.children(of: messages).last(50)

        switch options.words.first {
        case "say":
            let text = options.words.dropFirst().joined(separator: " ")
            try await database.add(Message(author: NSUserName(), text: text), to: messages)
        // try await database.add(text, to: messages)   a text is no Message
        case "log":
            for message in try await newest.get() { show(try message.value) }
        case "watch":
            for try await changes in newest.changes() {
                for case .added(let message, _) in changes { show(try message.value) }
            }
        default:
            print(
                "usage: ChatExample [--firebase <url> [--token <token>]] say <text> | log | watch")
        }
    }

    private static func show(_ message: Message) {
        // Not `print`, which buffers lines when the output isn't a terminal.
        FileHandle.standardOutput.write(Data("\(message.author): \(message.text)\n".utf8))
    }
}

/// The location of the chat, and the command.
private struct Options {
    private var values: [String: String] = [:]
    var words: [String] = []

    /// Parses options, which precede the words; one without a value is taken for a word.
    init(_ arguments: ArraySlice<String>) {
        var arguments = arguments
        while arguments.count > 1, let name = arguments.first,
            ["--firebase", "--token"].contains(name)
        {
            values[name] = arguments.dropFirst().first
            arguments = arguments.dropFirst(2)
        }
        words = Array(arguments)
    }

    func database() throws -> TreeDatabase {
        guard let url = values["--firebase"] else {
            return TreeDatabase(try SQLiteEngine(at: "chat.sqlite"))
        }
        guard let token = values["--token"] else {
            return TreeDatabase(try FirebaseEngine(url: url))
        }
        // An app gets a new token from its user's sign-in each time; this one is valid for an hour.
        return TreeDatabase(try FirebaseEngine(url: url) { .idToken(token) })
    }
}
