import Foundation

#if os(Linux)
    import TypedDatabaseFirestore
#endif

// # How a figure is made
//
// A `Benchmark` prepares its inputs in the folder of the `Session`, and has the session measure its
// `Trial`s: all of them in every round, in turns, so that other load slows down all alike. From the
// `Samples`, one per round, it makes `Figure`s, some with a `Bar` to meet; a ratio is one of two
// samples of the same round. `Table` and `Report` show them.

/// The command, which runs benchmarks and reports their figures.
@main
enum Benchmarks {
    static func main() {
        do {
            let arguments = try Arguments(parsing: CommandLine.arguments.dropFirst())
            if arguments.showsHelp { return print(Arguments.help, terminator: "") }
            if arguments.showsList { return print(Table.list(Benchmark.all), terminator: "") }
            try run(arguments)
        } catch let error as UsageError {
            fail("\(error.message)\nsee Benchmarks --help for all options", status: 64)
        } catch {
            fail("\(error)", status: 1)
        }
    }

    private static func run(_ arguments: Arguments) throws {
        let benchmarks = try Benchmark.selected(
            by: arguments.names, includingSlow: arguments.includesSlow)
        #if DEBUG
            print("note: this is a debug build; with -c release, the figures say more\n")
        #endif
        let session = try Session(isQuick: arguments.isQuick, clock: arguments.clock)
        defer { session.folder.remove() }
        var outcomes: [Outcome] = []
        for benchmark in benchmarks {
            Terminal.show(progress: "\(benchmark.name)…")
            let outcome = Outcome(benchmark, figures: try benchmark.run(session))
            Terminal.clearProgress()
            print(Table.text(of: outcome))
            fflush(nil)
            outcomes.append(outcome)
        }
        print(Table.verdict(on: outcomes), terminator: "")
        if let path = arguments.jsonPath {
            try Report(session, outcomes).write(to: path)
        }
    }

    private static func fail(_ message: String, status: CInt) -> Never {
        Terminal.clearProgress()
        FileHandle.standardError.write(Data("error: \(message)\n".utf8))
        exit(status)
    }
}

/// A question about speed, and its measurement.
///
/// To add one, write it as a value, as those in `Paths.swift` are, and put it in ``all``.
struct Benchmark: Sendable {
    /// The name. Its prefixes select groups: `paths` runs `paths-rendered` as well.
    let name: String
    /// A one-line description.
    let summary: String
    /// Whether it takes minutes, so that it only runs on request.
    var isSlow = false
    /// Prepares and runs the measurement, and returns the figures in the order of the report.
    let run: @Sendable (Session) throws -> [Figure]
}

extension Benchmark {
    static let all: [Benchmark] =
        [
            .generatorStart, .generatorPlugin, .generatorSameNames, .generatorDifferentNames,
            .compileSameNames, .compileDifferentNames, .compileRepeatedNames,
            .compileReference, .compileThreshold, .compileOptimised, .compileRebuild,
            .importExport, .pathsRendered, .pathsHashed,
            .databaseCoding, .databaseCheck, .memorySet, .memoryObserved, .memoryObservers,
            .typedChanges, .transactions,
            .sqliteOperations, .sqliteRecords, .sqliteBulk, .sqliteGrowth, .sqliteIndex,
            .sqliteObservers, .rulesHostile, .rulesValidate, .rulesMerge, .offlineWrite,
            .offlineFirst, .offlinePending, .offlineWindow, .offlineWaiting,
        ] + firebase

    /// The benchmarks that need libcurl.
    private static var firebase: [Benchmark] {
        #if os(Linux)
            [.firebaseGet, .firebasePut, .firebaseGrowth, .offlineSend]
                + (FirestoreEngine.emulatorHost.map { [.firestoreGet(on: $0)] } ?? [])
        #else
            []
        #endif
    }

    /// Returns the benchmarks with some names, or without names all but the slow ones.
    ///
    /// - Throws: ``UsageError`` for an unknown name.
    static func selected(by names: [String], includingSlow: Bool) throws -> [Benchmark] {
        if let name = names.first(where: { name in !all.contains { $0.isMeant(by: name) } }) {
            throw UsageError("there is no benchmark named \(name)")
        }
        return all.filter { benchmark in
            if names.contains(benchmark.name) { return true }
            let isMeant = names.isEmpty || names.contains { benchmark.isMeant(by: $0) }
            return isMeant && (includingSlow || !benchmark.isSlow)
        }
    }

    private func isMeant(by name: String) -> Bool {
        self.name == name || self.name.hasPrefix("\(name)-")
    }
}

// MARK: - Command line

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
