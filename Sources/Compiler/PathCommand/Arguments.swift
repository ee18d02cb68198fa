import PathCodegen
import PathSchema

/// The parsed command line.
package struct Arguments {
    /// An existing source from which a schema can be made.
    package enum Origin: String, CaseIterable {
        case rules, export
    }

    /// The output format.
    private enum Emission: String, CaseIterable {
        case swift, tree, mermaid, json, html, rules, checks

        /// The rendering of a schema; `nil` for security rules and for a page.
        var rendering: Rendering? { Rendering(rawValue: rawValue) }
    }

    /// The work that a command line asks for.
    package enum Task {
        case render(Rendering)
        case writeRules
        case writePage
        case importSchema(Origin)
        /// A comparison of schemas, with the words after `diff`.
        case diff([String])
    }

    package var task: Task {
        if let diffWords { return .diff(diffWords) }
        if let origin { return .importSchema(origin) }
        if let rendering = emission.rendering { return .render(rendering) }
        return emission == .html ? .writePage : .writeRules
    }

    /// The words after `diff`, which has arguments of its own.
    private var diffWords: [String]?
    /// The schemas' paths; `-` is standard input.
    package private(set) var inputs: [String] = []
    /// The files of each other schema in the module.
    private(set) var siblings: [[String]] = []
    /// The path of the output; `nil` for standard output.
    package private(set) var output: String?
    package private(set) var checks = false
    private var emission = Emission.swift
    /// The kind of the input if it isn't a schema, so that a schema is made from it.
    private var origin: Origin?
    /// The path for the models that a new schema refers to.
    package private(set) var models: String?
    /// The path of the security rules to which the schema's are added, or that a page shows.
    package private(set) var rules: String?
    /// The path of a data export to check against the rules.
    package private(set) var data: String?
    /// The keys of the subtree to draw; empty for the whole schema.
    private(set) var part: [String] = []
    /// The text to print instead of doing anything.
    private(set) var information: String?
    /// The options that override the schema's own.
    private(set) var options: [(name: OptionName, value: String)] = []
    private(set) var runtime: String?
}

extension Arguments {
    /// - Throws: `UsageError` for invalid words, and for words that contradict each other.
    init(parsing words: [String]) throws(UsageError) {
        if words.first == "diff" {
            diffWords = Array(words.dropFirst())
            return
        }
        var words = CommandWords(words)
        var isBeside = false
        while let word = try words.next() {
            switch word {
            case .option("--"):
                words.endOptions()
                isBeside = false
            case .option(let flag):
                let count = siblings.count
                try parse(flag, &words)
                isBeside = siblings.count > count
            case .other(let path) where isBeside: siblings[siblings.count - 1].append(path)
            case .other(let path): inputs.append(path)
            }
        }
        if information == nil { try validate() }
    }

    private mutating func parse(
        _ flag: String, _ words: inout CommandWords
    ) throws(UsageError) {
        switch flag {
        case "-h", "--help": information = Self.help
        case "--version": information = information ?? "generate-paths \(Self.version)\n"
        case "--data-checks": options.append((.dataChecks, "true"))
        case "--firestore": options.append((.firestore, "true"))
        case "--no-type-checks": options.append((.typeChecks, "false"))
        case "--check": checks = true
        case "-o", "--output":
            let path = try words.value()
            output = path == "-" ? nil : path
        case "--beside": siblings.append([try words.value()])
        case "--below": part = try words.value().pathComponents
        case "--emit": emission = try words.choice()
        case "--from": origin = try words.choice()
        case "--models": models = try words.value()
        case "--rules": rules = try words.value()
        case "--data": data = try words.value()
        case "--diagnostics-format": let _: Messages.Format = try words.choice()
        case "--runtime": runtime = try Self.checked(try words.value(), for: .imports, flag)
        default:
            guard let name = Self.optionNames[flag] else { throw Self.unknown(flag) }
            options.append((name, try Self.checked(try words.value(), for: name, flag)))
        }
    }

    private func validate() throws(UsageError) {
        guard !inputs.isEmpty else {
            throw UsageError(
                origin == nil
                    ? "name a schema, as in: generate-paths schema.json"
                    : "name a file, as in: generate-paths --from rules database.rules.json")
        }
        if origin != nil { try validateImport() }
        guard origin != nil || models == nil else {
            throw UsageError("--models is for a schema that is made --from something")
        }
        guard rules == nil || emission == .rules || emission == .html else {
            throw UsageError(
                "--rules adds to rules that exist, or shows them: "
                    + "it needs --emit rules, or --emit html")
        }
        guard data == nil || emission == .rules else {
            throw UsageError("--data is checked by rules, and needs --emit rules")
        }
        let files = inputs + siblings.joined() + [rules, data].compactMap(\.self)
        guard files.count(where: { $0 == "-" }) <= 1 else {
            throw UsageError("standard input can be read once only")
        }
        guard !checks || output != nil else {
            throw UsageError("--check compares with a file: name it with --output")
        }
        guard siblings.isEmpty || emission == .swift else {
            throw UsageError("--beside is for Swift code, which is in one module with other code")
        }
        guard part.isEmpty || emission == .tree || emission == .mermaid else {
            throw UsageError("--below is for drawings: --emit tree, or --emit mermaid")
        }
        let schemas = inputs + siblings.joined()
        if let output, schemas.contains(where: { Files.areSame($0, output) }) {
            throw UsageError("\(output) is a schema, and would be overwritten")
        }
        if emission == .html, let output, let rules, output == rules || Files.areSame(output, rules)
        {
            throw UsageError("\(output) has the rules to show, and would be overwritten")
        }
    }

    private func validateImport() throws(UsageError) {
        guard inputs.count == 1 else {
            throw UsageError("--from makes a schema of one file at a time")
        }
        guard !checks, emission == .swift, options.isEmpty, runtime == nil else {
            throw UsageError(
                "--from writes a schema; options for code are for when code is made of that")
        }
    }
}

extension Arguments {
    /// The flags that correspond to options of `$options`.
    private static let optionNames: [String: OptionName] = [
        "--access": .access, "--namespace": .namespace, "--type-prefix": .typePrefix,
        "--type-suffix": .typeSuffix, "--root": .root, "--import": .imports,
    ]

    private static func checked(
        _ value: String, for name: OptionName, _ flag: String
    ) throws(UsageError) -> String {
        if let problem = name.problem(with: value) {
            throw UsageError("\(flag): \(problem)")
        }
        return value
    }

    private static func unknown(_ flag: String) -> UsageError {
        let flags =
            [
                "--help", "--version", "--check", "--output", "--emit", "--below", "--beside",
                "--from", "--models",
            ]
            + [
                "--rules", "--data", "--runtime", "--data-checks", "--firestore",
                "--no-type-checks",
                "--diagnostics-format",
            ] + optionNames.keys.sorted()
        let suggestion = Suggestion.closest(to: flag, among: flags)
        return UsageError(
            "there is no option '\(flag)'" + (suggestion.map { "; did you mean \($0)?" } ?? ""))
    }
}

// MARK: - Help

extension Arguments {
    static let version = "0.1.0"

    static let help = """
        usage: generate-paths <schema.json>… [--output <file>] [options]
               generate-paths diff <old.json>… <new.json>  (see diff --help)

        Write Swift for a schema:
            generate-paths schema.json --output Sources/App/Paths.swift

        Several schemas are merged: a database described in one file per feature.
        '-' is standard input; without --output, the code goes to standard output.

        output
          -o, --output <file>       write there, only if the content changes
          --check                   fail if that file is not up to date; write nothing
          --beside <schema.json>…   another schema of the module: fail if names clash
          --emit <what>             swift, tree, mermaid, json, html, rules, checks
          --below <keys>            draw this part only, such as chatrooms/<chatroomId>
          --rules <file>            with --emit rules: add to these; with html: show
          --data <file>             with --emit rules: warn of data that they refuse

        a schema for a database that exists, instead of code
          --from <kind> <file>      rules, or an export of the data
          --models <file>           write the types that the schema names there

        generated code, instead of what the schema's "$options" say
          --access <level>          internal (default), public, package
          --namespace <name>        an enum around all generated types
          --type-prefix <text>, --type-suffix <text>      around generated types' names
          --root <name>             a root type of its own: Path<Name>()
          --import <module>         a module to import; repeatable
          --data-checks, --firestore    add Root.checks, or Root.documents
          --no-type-checks          don't check that models agree with the schema
          --runtime <module>        the library that has Path (TypedPaths)

        other
          --diagnostics-format <f>  text (default), json
          -h, --help, --version     show this, or the version

        Exit status: 0; 1 for an error in a schema, or a file that is not up to date;
        64 for a wrong command line; 66 for an input that can't be read; 74 for an
        output that can't be written.

        """
}
