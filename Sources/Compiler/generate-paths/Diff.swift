import PathCommand
import PathSchema
import SchemaDiff

/// `diff`: tells what the changes of a schema break.
extension Command {
    func diff(_ words: [String]) throws(ExitStatus) {
        let arguments: DiffArguments
        do throws(UsageError) {
            arguments = try DiffArguments(parsing: words)
        } catch {
            let status = fail(error.message, .usage)
            messages.show("note", "see generate-paths diff --help for all options")
            throw status
        }
        if arguments.showsHelp { return try write(Array(DiffArguments.help.utf8)) }
        try compare(arguments)
    }

    private func compare(_ arguments: DiffArguments) throws(ExitStatus) {
        var accepted = AcceptedChanges("")
        if let path = arguments.accepted {
            accepted = AcceptedChanges(String(decoding: try read([path])[0].utf8, as: UTF8.self))
        }
        var schemas: [Schema] = []
        for schema in arguments.schemas {
            schemas.append(try compile(try read(DiffArguments.files(of: schema))))
        }
        let new = schemas.removeLast()
        var comparisons: [DiffJSON.Comparison] = []
        for (name, old) in zip(arguments.schemas, schemas) {
            let diff = SchemaDiff(from: old, to: new)
            let changes = diff.changes.map { (change: $0, isAccepted: accepted.accepts($0)) }
            comparisons.append(
                DiffJSON.Comparison(
                    old: self.name(of: name), diff: diff,
                    changes: changes.filter { change, _ in
                        change.audience.map { arguments.audiences.contains($0) } ?? true
                    }))
        }
        let failing = Set(
            comparisons.flatMap(\.changes)
                .filter { !$0.isAccepted && arguments.failOn.includes($0.change.severity) }
                .map(\.change))
        switch arguments.format {
        case .text: try write(Array(text(of: comparisons).utf8))
        case .json:
            let document = DiffJSON.document(comparisons, fails: !failing.isEmpty)
            try write(Array(document.utf8))
        }
        for (number, text) in accepted.unused {
            messages.show(
                "warning",
                "line \(number) of \(arguments.accepted ?? "") no longer happens: \(text)")
        }
        guard !failing.isEmpty else { return }
        throw fail(
            "\(failing.count) \(failing.count == 1 ? "change fails" : "changes fail"); "
                + "--accept takes a file with the lines that are agreed on", .failure)
    }

    /// Returns the changes that aren't accepted, and notes possible renames.
    private func text(of comparisons: [DiffJSON.Comparison]) -> String {
        var text = ""
        for comparison in comparisons {
            let lines = DiffText.lines(
                comparison.changes.filter { !$0.isAccepted }.map(\.change))
            let isAlone = comparisons.count == 1
            text += isAlone ? lines : "compared with \(Visible.text(comparison.old)):\n\(lines)"
        }
        for rename in Set(comparisons.flatMap(\.diff.possibleRenames)).sorted() {
            messages.show(
                "note",
                "if '\(rename.oldKey)' became '\(rename.newKey)' at \(rename.path), "
                    + "\"$was\": \"\(rename.oldKey)\" in '\(rename.newKey)' says so")
        }
        return text
    }
}

// MARK: - Arguments

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
