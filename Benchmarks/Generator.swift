import Foundation

extension Benchmark {
    /// A small schema, for which a build mostly waits for the tool's start.
    static let generatorStart = Benchmark(
        name: "generator-start", summary: "a schema of 5 nodes, against a program that does nothing"
    ) { session in
        let generation = Generation(
            of: Repository.smallSchema, with: try Generator(.release), in: session.folder)
        let empty = try emptyProgram(in: session.folder)
        let results = try session.measure(
            rounds: 51, [generation.trial, Trial(run: empty.run)])
        return [
            Figure("generate-paths", results[0].time),
            Figure("an empty Swift program", results[1].time),
            Figure("ratio", results[0].time / results[1].time, .ratio, .atMost(1.5)),
        ]
    }

    private static func emptyProgram(in folder: TemporaryFolder) throws -> Command {
        let source = try folder.write(
            "@main enum Empty { static func main() {} }\n", to: "Empty.swift")
        let program = folder["empty"]
        try Toolchain.swiftc(["-O", "-parse-as-library", source, "-o", program]).run()
        return Command(program, [])
    }
}

extension Benchmark {
    /// The build's wait: the tool as the build plugin runs it, compiled without optimization, with
    /// schemas of common sizes.
    static let generatorPlugin = Benchmark(
        name: "generator-plugin", summary: "a debug build of the generator, as the plugin runs it"
    ) { session in
        let debug = try Generator(.debug)
        let release = try Generator(.release)
        let nodeCounts = [500, 5_000]
        let schemas = try nodeCounts.map { count in
            try session.folder.write(
                Collections.sameNames(count / Collections.nodesPerCollection).schema,
                to: "plugin-\(count).json")
        }
        func trials(_ generator: Generator) -> [Trial] {
            ([Repository.smallSchema] + schemas).map { schema in
                Generation(of: schema, with: generator, in: session.folder).trial
            }
        }
        let results = try session.measure(rounds: 11, trials(debug) + trials(release))
        let start = results[0].time
        return [
            Figure("5 nodes", start),
            Figure("500 nodes", results[1].time),
            Figure("5,000 nodes", results[2].time),
            Figure("500 nodes ÷ 5 nodes", results[1].time / start, .ratio, .atMost(1.6)),
            Figure(
                "a node of 5,000 ÷ one of 500",
                ((results[2].time - start) / 4_995) / ((results[1].time - start) / 495), .ratio,
                .atMost(1.3)),
            Figure("5 nodes, release build", results[3].time),
            Figure("500 nodes, release build", results[4].time),
            Figure("5,000 nodes, release build", results[5].time),
        ]
    }
}

// MARK: - By the schema's size

extension Benchmark {
    static let generatorSameNames = generatorGrowth(
        name: "generator-same", summary: "collections whose members have the same names",
        Collections.sameNames)

    static let generatorDifferentNames = generatorGrowth(
        name: "generator-different",
        summary: "collections whose members all have names of their own",
        Collections.differentNames)

    private static func generatorGrowth(
        name: String, summary: String, _ input: @escaping @Sendable (Int) -> Collections
    ) -> Benchmark {
        Benchmark(name: name, summary: summary) { session in
            let generator = try Generator(.release)
            let start = Generation(
                of: Repository.smallSchema, with: generator, in: session.folder)
            let nodeCounts = [1_000, 10_000, 100_000]
            let generations = try nodeCounts.map { count in
                let collections = input(count / Collections.nodesPerCollection)
                let schema = try session.folder.write(
                    collections.schema, to: "\(name)-\(count).json")
                return Generation(of: schema, with: generator, in: session.folder)
            }
            let results = try session.measure(
                rounds: 7, [start.trial] + generations.map(\.trial))
            return figures(nodeCounts, start: results[0], Array(results[1...]))
        }
    }

    private static func figures(
        _ nodeCounts: [Int], start: Measurement, _ results: [Measurement]
    ) -> [Figure] {
        let perNode = zip(nodeCounts, results).map { count, result in
            (result.time - start.time) / Double(count)
        }
        var figures = zip(nodeCounts, results).map { count, result in
            Figure("\(Quantity.count(count)) nodes", result.time)
        }
        for index in 1..<nodeCounts.count {
            figures.append(
                Figure(
                    "a node of \(Quantity.count(nodeCounts[index])) ÷ one of 1,000",
                    perNode[index] / perNode[0], .ratio, .atMost(1.3)))
        }
        let memory = results[nodeCounts.count - 1].peakMemory
        figures.append(Figure("memory for 100,000", memory, .bytes))
        return figures
    }
}

// MARK: - Running the tool

/// A schema, and the command that generates its code in a new file.
struct Generation {
    private let folder: TemporaryFolder
    private let outputName: String
    private let command: Command

    init(of schema: String, with generator: Generator, in folder: TemporaryFolder) {
        self.folder = folder
        outputName = "\(schema.split(separator: "/").last ?? "schema").swift"
        command = generator.command(schema, output: folder[outputName])
    }

    /// A trial of the whole command, from reading to writing.
    ///
    /// The output is removed before each run: one that is up to date wouldn't be written.
    var trial: Trial {
        Trial(prepare: { folder.remove(outputName) }, run: command.run)
    }
}

/// A build of `generate-paths`.
struct Generator {
    enum Configuration: String {
        /// The configuration of the build plugin in nearly all builds: those during development.
        case debug
        case release

        fileprivate var product: String {
            switch self {
            case .debug: "generate-paths-plugin-tool"
            case .release: "generate-paths"
            }
        }
    }

    private let executable: String

    /// Builds the tool at the first call, separately from `swift build`'s products.
    init(_ configuration: Configuration) throws {
        let scratch = Repository.path(".build/benchmarks")
        try Toolchain.swift([
            "build", "--package-path", Repository.path(""), "--scratch-path", scratch,
            "--configuration", configuration.rawValue, "--product", configuration.product,
            "--quiet",
        ]).run()
        executable = "\(scratch)/\(configuration.rawValue)/\(configuration.product)"
    }

    func command(_ schema: String, output: String) -> Command {
        command([schema, "--output", output])
    }

    func command(_ arguments: [String]) -> Command {
        Command(executable, arguments)
    }
}
