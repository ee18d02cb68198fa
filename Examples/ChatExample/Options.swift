import TypedDatabase
import TypedDatabaseFirebase
import TypedDatabaseOffline
import TypedDatabaseSQLite

/// The location of the chat, and the command.
struct Options {
    private var values: [String: String] = [:]
    private(set) var words: [String] = []

    static let usage = """
        usage: ChatExample [--firebase <url> [--token <token>] [--offline <file>]] \
        say <text> | log | watch | chat
        """

    /// Parses options, which precede the words; one without a value is taken for a word.
    init(_ arguments: ArraySlice<String>) {
        var arguments = arguments
        while arguments.count > 1, let name = arguments.first,
            ["--firebase", "--token", "--offline"].contains(name)
        {
            values[name] = arguments.dropFirst().first
            arguments = arguments.dropFirst(2)
        }
        words = Array(arguments)
    }

    /// Whether the options go together: a file or a token without a server would be of no use.
    var areValid: Bool { values.isEmpty || values["--firebase"] != nil }

    func engine() throws -> any DatabaseEngine {
        guard let url = values["--firebase"] else { return try SQLiteEngine(at: "chat.sqlite") }
        let firebase = try server(url)
        guard let file = values["--offline"] else { return firebase }
        return OfflineEngine(firebase, keepingIn: try SQLiteEngine(at: file))
    }

    private func server(_ url: String) throws -> FirebaseEngine {
        guard let token = values["--token"] else { return try FirebaseEngine(url: url) }
        // An app gets a new token from its user's sign-in each time; this one is valid for an hour.
        return try FirebaseEngine(url: url) { .idToken(token) }
    }
}
