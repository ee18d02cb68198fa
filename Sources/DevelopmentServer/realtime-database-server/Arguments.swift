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

/// The error for an invalid command line, with a remedy.
struct UsageError: Error {
    let message: String

    init(_ message: String) {
        self.message = message
    }
}

extension Arguments {
    init(parsing words: [String]) throws(UsageError) {
        var words = words[...]
        if words.first == "token" {
            try parseToken(words.dropFirst())
            return
        }
        while let word = words.popFirst() {
            let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
            let flag = parts.first ?? ""
            if parts.count == 2 { words.insert(parts[1], at: words.startIndex) }
            switch flag {
            case "-h", "--help": showsHelp = true
            case "--port": port = try Self.port(try Self.value(of: flag, &words))
            case "--file": file = try Self.value(of: flag, &words)
            case "--rules": rules = try Self.rules(try Self.value(of: flag, &words))
            case "--schema": schemaFiles.append(try Self.value(of: flag, &words))
            case "--open": isOpen = true
            case "--deny": isOpen = false
            case "--keep-alive":
                keepAliveInterval = try Self.seconds(try Self.value(of: flag, &words))
            case "--without-indexes": demandsIndexes = false
            default:
                throw UsageError("there is no option '\(word)'; --help lists those there are")
            }
        }
    }

    private static func value(
        of flag: String, _ rest: inout ArraySlice<String>
    ) throws(UsageError) -> String {
        guard let value = rest.popFirst() else { throw UsageError("\(flag) needs a value") }
        return value
    }

    private static func port(_ text: String) throws(UsageError) -> Int {
        guard let port = UInt16(text) else {
            throw UsageError("--port is a number from 0 to 65535, not '\(text)'")
        }
        return Int(port)
    }

    /// Parses `ana --claim admin=true --claim role=editor`.
    private mutating func parseToken(_ words: ArraySlice<String>) throws(UsageError) {
        var words = words
        while let word = words.popFirst() {
            switch word {
            case "-h", "--help": showsHelp = true
            case "--claim":
                let claim = try Self.value(of: word, &words)
                let parts = claim.split(separator: "=", maxSplits: 1).map(String.init)
                guard parts.count == 2 else {
                    throw UsageError(
                        "--claim is a name and a value, as in admin=true, not '\(claim)'")
                }
                claims.append((parts[0], parts[1]))
            case _ where tokenUser == nil && !word.hasPrefix("-"): tokenUser = word
            default:
                throw UsageError("there is no option '\(word)'; --help lists those there are")
            }
        }
        if tokenUser == nil, !showsHelp { throw UsageError("token needs the ID of a user") }
    }

    private static func rules(_ text: String) throws(UsageError) -> String {
        guard text != "open", text != "deny" else {
            throw UsageError("--rules is a file now; without rules, there is --\(text)")
        }
        return text
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
