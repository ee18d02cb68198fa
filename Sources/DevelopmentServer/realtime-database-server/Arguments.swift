import PathSchema

/// The parsed command line.
struct Arguments {
    /// The port to listen on; 0 for any free one.
    var port = 9000

    /// The file that holds the data; `nil` for memory.
    var file: String?

    /// The file of rules to enforce; `nil` for none.
    var rules: String?

    /// The files of the data's schema, for the page in a browser.
    var schemaFiles: [String] = []

    /// Whether everybody may read and write without rules, or administrators only.
    var isOpen = true
    var demandsIndexes = true

    /// The number of seconds between two keep-alive events of a stream.
    var keepAliveInterval = 30.0
    var showsHelp = false

    /// The user whose token is to be printed; `nil` to serve.
    var tokenUser: String?
    var claims: [(name: String, value: String)] = []
}

extension Arguments {
    init(parsing words: [String]) throws(UsageError) {
        if words.first == "token" {
            try parseToken(words.dropFirst())
            return
        }
        var words = CommandWords(words)
        while let word = try words.next() {
            switch word {
            case .option("-h"), .option("--help"): showsHelp = true
            case .option("--port"): port = try Self.port(try words.value())
            case .option("--file"): file = try Self.file("--file", try words.value())
            case .option("--rules"): rules = try Self.rules(try words.value())
            case .option("--schema"):
                schemaFiles.append(try Self.file("--schema", try words.value()))
            case .option("--open"): isOpen = true
            case .option("--deny"): isOpen = false
            case .option("--keep-alive"): keepAliveInterval = try Self.seconds(try words.value())
            case .option("--without-indexes"): demandsIndexes = false
            default: throw Self.unknown(word)
            }
        }
    }

    private static func unknown(_ word: CommandWords.Word) -> UsageError {
        switch word {
        case .option(let name):
            UsageError("there is no option '\(name)'; --help lists those there are")
        case .other(let text):
            UsageError("'\(text)' is no option; --help lists those there are")
        }
    }

    private static func file(_ flag: String, _ path: String) throws(UsageError) -> String {
        guard path != "-" else { throw UsageError("\(flag) is the name of a file, not '-'") }
        return path
    }

    private static func port(_ text: String) throws(UsageError) -> Int {
        guard let port = UInt16(text) else {
            throw UsageError("--port is a number from 0 to 65535, not '\(text)'")
        }
        return Int(port)
    }

    /// Parses `ana --claim admin=true --claim role=editor`.
    private mutating func parseToken(_ words: ArraySlice<String>) throws(UsageError) {
        var words = CommandWords(words)
        while let word = try words.next() {
            switch word {
            case .option("-h"), .option("--help"): showsHelp = true
            case .option("--claim"): claims.append(try Self.claim(try words.value()))
            case .option: throw Self.unknown(word)
            case .other(let user):
                guard tokenUser == nil else {
                    throw UsageError("token is for one user, not for '\(user)' too")
                }
                tokenUser = user
            }
        }
        if tokenUser == nil, !showsHelp { throw UsageError("token needs the ID of a user") }
    }

    private static func claim(
        _ text: String
    ) throws(UsageError) -> (name: String, value: String) {
        let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2 else {
            throw UsageError("--claim is a name and a value, as in admin=true, not '\(text)'")
        }
        return (parts[0], parts[1])
    }

    private static func rules(_ text: String) throws(UsageError) -> String {
        guard text != "open", text != "deny" else {
            throw UsageError("--rules is a file now; without rules, there is --\(text)")
        }
        return try file("--rules", text)
    }

    private static func seconds(_ text: String) throws(UsageError) -> Double {
        guard let seconds = Double(text), 0.01...86_400 ~= seconds else {
            throw UsageError("--keep-alive is a number of seconds, not '\(text)'")
        }
        return seconds
    }

    static let help = """
        USAGE: realtime-database-server [--port <port>] [--file <file>] [--rules <file>]
                                        [--schema <file> …]
               realtime-database-server token <user> [--claim <name>=<value> …]

        Serves a database over the protocol of the Firebase Realtime Database, REST and streams, to
        clients on this machine: for development without network, and for tests. Ends on Ctrl-C.
        In a browser, the address shows the data as they change.

        OPTIONS:
          --port <port>           the port to listen at, 9000 by default; 0 for any that is free
          --file <file>           keep the data in a file of SQLite, and rules that are put to
                                  /.settings/rules.json in <file>.rules.json; without it, both are
                                  gone at the end
          --rules <file>          enforce the security rules in a file, also when they change
          --schema <file>         show types, and values that don't fit them, in the browser; a
                                  schema of several files has several of these options
          --open                  without rules, everybody may read and write (the default)
          --deny                  without rules, only administrators may: 'Authorization: Bearer
                                  owner'
          --without-indexes       answer queries that the service would want an index for
          --keep-alive <seconds>  how often a stream says that it is alive, 30 by default
          -h, --help              show this text

        'token' prints an ID token for a user, as in curl "$URL/a.json?auth=$TOKEN". The server
        doesn't check signatures.

        """
}
