import Foundation

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
