import PathCommand
import SchemaDiff

/// The parsed words after `diff`.
struct DiffArguments {
    /// The output format.
    enum Format: String, CaseIterable {
        case text, json
    }

    /// The least severe changes that fail.
    enum FailOn: String, CaseIterable {
        case breaking, dangerous, never

        func includes(_ severity: Severity) -> Bool {
            switch self {
            case .breaking: severity == .breaking
            case .dangerous: severity > .safe
            case .never: false
            }
        }
    }

    /// The schemas as the command line has them, the new one last.
    private(set) var schemas: [String] = []
    private(set) var failOn = FailOn.breaking
    private(set) var audiences = Set(Audience.allCases)
    private(set) var format = Format.text
    /// The path of the accepted changes.
    private(set) var accepted: String?
    private(set) var showsHelp = false

    /// An invalid command line.
    struct UsageError: Error {
        let message: String
    }

    init(parsing words: [String]) throws(UsageError) {
        var words = words[...]
        while let word = words.popFirst() {
            guard word.hasPrefix("-"), word != "-" else {
                schemas.append(word)
                continue
            }
            try parseOption(word, &words)
        }
        if showsHelp { return }
        guard schemas.count >= 2 else {
            throw UsageError(
                message: "name an old schema and the new one, as in: "
                    + "generate-paths diff old.json new.json")
        }
        guard schemas.flatMap(Self.files).count(where: { $0 == "-" }) <= 1 else {
            throw UsageError(message: "standard input can be read once only")
        }
    }

    private mutating func parseOption(
        _ word: String, _ rest: inout ArraySlice<String>
    ) throws(UsageError) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let flag = String(parts[0])
        if flag == "-h" || flag == "--help" {
            showsHelp = true
            return
        }
        guard Self.flags.contains(flag) else {
            throw UsageError(message: "diff has no option '\(flag)'")
        }
        guard let value = parts.count == 2 ? String(parts[1]) : rest.popFirst() else {
            throw UsageError(message: "\(flag) needs a value")
        }
        switch flag {
        case "--fail-on": failOn = try Self.choice(of: flag, value)
        case "--for":
            audiences = []
            for word in value.split(separator: ",") {
                audiences.insert(try Self.choice(of: flag, String(word)))
            }
        case "--format": format = try Self.choice(of: flag, value)
        default: accepted = value
        }
    }

    private static let flags = ["--fail-on", "--for", "--format", "--accept"]

    private static func choice<Choice: CaseIterable & RawRepresentable<String>>(
        of flag: String, _ value: String
    ) throws(UsageError) -> Choice {
        guard let choice = Choice(rawValue: value) else {
            let choices = Choice.allCases.map(\.rawValue).joined(separator: ", ")
            throw UsageError(message: "\(flag) is one of \(choices), not '\(value)'")
        }
        return choice
    }

    /// Returns the files of a schema, which commas separate.
    static func files(of schema: String) -> [String] {
        Files.isRegularFile(schema) ? [schema] : schema.split(separator: ",").map(String.init)
    }

    static let help = """
        usage: generate-paths diff <old.json>… <new.json> [options]

        Tell what the changes of a schema break, a line for each:

            git show main:chat.paths.json | generate-paths diff - chat.paths.json

        Each old schema is compared with the new one. A schema of several files is
        written with commas: rooms.json,users.json. '-' is standard input.

          --fail-on <severity>      breaking (default), dangerous, never
          --for <audiences>         some of data,clients,source,rules (default: all)
          --accept <file>           lines as printed, of changes that are agreed on
          --format <f>              text (default), json
          -h, --help                show this

        audiences
          data                      new code, and what is stored
          clients                   shipped apps, and what new code stores
          source                    the app's code that uses generated names
          rules                     shipped apps, and the rules of --emit rules

        Exit status: 0; 1 if a change fails, or for an error in a schema; 64 for a
        wrong command line; 66 for an input that can't be read.

        """
}
