import TypedDatabase
import TypedDatabaseFirebase
import TypedDatabaseFirestore
import TypedDatabaseOffline
import TypedDatabaseSQLite

/// The location of the chat, and the command.
struct Options {
    private var values: [String: String] = [:]
    private(set) var words: [String] = []

    static let usage = """
        usage: ChatExample [--firebase <url> [--token <token>] [--offline <file>]] \
        say <text> | log | watch | chat
        Instead of --firebase <url>, --firestore <project> leads to Firestore.
        """

    /// The parts of the schema as Firestore has them.
    private static let layout = DocumentLayout(
        collections: ["chatrooms", "chatrooms/<chatroomId>/messages"],
        times: ["chatrooms/<chatroomId>/messages/<messageId>/sentAt"])

    /// Parses options, which precede the words.
    init(_ arguments: ArraySlice<String>) {
        var arguments = arguments
        while let name = arguments.first, name.hasPrefix("-") {
            values[name] = arguments.dropFirst().first ?? ""
            arguments = arguments.dropFirst(2)
        }
        words = Array(arguments)
    }

    /// Whether the options go together: a file or a token without a server would be of no use. An
    /// option's value isn't another option.
    var areValid: Bool {
        let names: Set = ["--firebase", "--firestore", "--token", "--offline"]
        return values.isEmpty
            || names.isSuperset(of: values.keys)
                && values.values.allSatisfy { !$0.isEmpty && !$0.hasPrefix("-") }
                && (values["--firebase"] == nil) != (values["--firestore"] == nil)
    }

    func engine() throws -> any DatabaseEngine {
        guard let server = try server() else { return try SQLiteEngine(at: "chat.sqlite") }
        guard let file = values["--offline"] else { return server }
        return OfflineEngine(server, keepingIn: try SQLiteEngine(at: file))
    }

    private func server() throws -> (any DatabaseEngine)? {
        // An app gets a new token from its user's sign-in each time; this one is valid for an hour.
        let token = values["--token"].map { text in { @Sendable in FirebaseToken.idToken(text) } }
        if let project = values["--firestore"] {
            return try FirestoreEngine(project: project, layout: Self.layout, token: token)
        }
        return try values["--firebase"].map { try FirebaseEngine(url: $0, token: token) }
    }
}
