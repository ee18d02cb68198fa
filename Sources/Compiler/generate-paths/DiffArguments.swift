import PathCommand
import PathSchema
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

    init(parsing words: [String]) throws(UsageError) {
        var words = CommandWords(words)
        while let word = try words.next() {
            switch word {
            case .option("-h"), .option("--help"): showsHelp = true
            case .option("--fail-on"): failOn = try words.choice()
            case .option("--for"): audiences = try Self.audiences(try words.value())
            case .option("--format"): format = try words.choice()
            case .option("--accept"): accepted = try words.value()
            case .option(let flag): throw UsageError("diff has no option '\(flag)'")
            case .other(let schema): schemas.append(schema)
            }
        }
        if showsHelp { return }
        guard schemas.count >= 2 else {
            throw UsageError(
                "name an old schema and the new one, as in: "
                    + "generate-paths diff old.json new.json")
        }
        guard schemas.flatMap(Self.files).count(where: { $0 == "-" }) <= 1 else {
            throw UsageError("standard input can be read once only")
        }
    }

    private static func audiences(_ names: String) throws(UsageError) -> Set<Audience> {
        var audiences: Set<Audience> = []
        for name in names.split(separator: ",", omittingEmptySubsequences: false) {
            audiences.insert(try CommandWords.choice(String(name), of: "--for"))
        }
        return audiences
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
