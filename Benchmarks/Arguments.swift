/// The parsed command line.
struct Arguments {
    var names: [String] = []
    var includesSlow = false
    var isQuick = false
    var clock = Clock.elapsed
    var jsonPath: String?
    var showsList = false
    var showsHelp = false
}

/// The error for an invalid command line.
struct UsageError: Error {
    let message: String

    init(_ message: String) {
        self.message = message
    }
}

extension Arguments {
    /// - Throws: ``UsageError`` for an unknown option, or one without its value.
    init(parsing words: ArraySlice<String>) throws {
        var words = words
        while let word = words.popFirst() {
            switch word {
            case "--slow": includesSlow = true
            case "--quick": isQuick = true
            case "--cpu": clock = .processor
            case "--list": showsList = true
            case "-h", "--help": showsHelp = true
            case "--json":
                guard let path = words.popFirst(), !path.hasPrefix("-") else {
                    throw UsageError("--json needs the name of a file")
                }
                jsonPath = path
            case _ where word.hasPrefix("-"):
                throw UsageError("there is no option \(word)")
            default: names.append(word)
            }
        }
    }

    static let help = """
        usage: swift run -c release --package-path Benchmarks Benchmarks [<name>…] [options]

        Measures how long generating takes, how long the generated code takes to compile,
        and what a path costs. A name selects one benchmark, or all that begin with it:

            swift run -c release --package-path Benchmarks Benchmarks generator paths

          --list          show the benchmarks, and run none
          --quick         small inputs and few runs: a first impression, in less than a minute
          --slow          also those that take minutes
          --cpu           count processor time instead of elapsed time, for a machine on which
                          other programs run
          --json <file>   write all samples to a file, too
          -h, --help      show this

        What is compared is measured in turns. Each figure is the median of several runs after
        one to warm up; ± is how far the middle half of the runs lies from it. A ratio is that
        of two measurements of the same turn.

        """
}
