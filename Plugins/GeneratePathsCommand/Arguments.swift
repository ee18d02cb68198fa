import PackagePlugin

/// What a command line asks for.
struct Arguments {
    let targets: [String]
    let showsHelp: Bool
    /// Whether nothing is to be written.
    let isCheck: Bool
    /// What is left for `generate-paths`.
    let options: [String]

    init(parsing words: [String]) throws(UsageError) {
        var extractor = ArgumentExtractor(words)
        targets = extractor.extractOption(named: "target")
        // SwiftPM obeys it after the verb, too, and leaves it there.
        _ = extractor.extractFlag(named: "allow-writing-to-package-directory")
        options = extractor.remainingArguments
        showsHelp = options.contains { ["-h", "--help"].contains($0) }
        isCheck = options.contains("--check")
        for option in options where Self.taken.contains(where: option.hasPrefix) {
            throw UsageError(
                description: "\(option) is not for this command, which writes Swift beside schemas")
        }
    }

    /// The beginnings of options that would write something else, or elsewhere.
    private static let taken = ["-o", "--output", "--emit", "--from", "--models", "--rules"]

    static let help = """
        usage: swift package generate-paths [--target <name>]… [options]

        Write the Swift code of each schema of this package to app.paths.swift among
        the target's sources. A schema is app.paths.json or Schemas/<target>/app.json,
        or a folder app.paths in either place, whose *.json are merged.

          --target <name>   only the schemas of this target; repeatable
          --check           fail if that code is not up to date; write nothing

        All options for generated code and for diagnostics are those of generate-paths:

            swift run generate-paths --help
        """
}

/// A command line that can't be understood, with what to do about it.
struct UsageError: Error, CustomStringConvertible {
    let description: String
}
