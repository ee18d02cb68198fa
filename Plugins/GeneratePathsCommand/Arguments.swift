import PackagePlugin

/// The parsed command line of the plugin.
struct Arguments {
    let targets: [String]
    let showsHelp: Bool
    /// Whether to check the files without writing.
    let isCheck: Bool
    /// The remaining options, for `generate-paths`.
    let options: [String]

    init(parsing words: [String]) throws(UsageError) {
        var extractor = ArgumentExtractor(words)
        targets = extractor.extractOption(named: "target")
        // SwiftPM also honors this flag after the verb, but doesn't remove it.
        _ = extractor.extractFlag(named: "allow-writing-to-package-directory")
        options = extractor.remainingArguments
        showsHelp = options.contains { ["-h", "--help"].contains($0) }
        isCheck = options.contains("--check")
        for option in options where Self.taken.contains(where: option.hasPrefix) {
            throw UsageError(
                description: "\(option) is not for this command, which writes Swift beside schemas")
        }
    }

    /// Prefixes of options that would change the output's format or location.
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

/// An invalid command line, with advice on correcting it.
struct UsageError: Error, CustomStringConvertible {
    let description: String
}
