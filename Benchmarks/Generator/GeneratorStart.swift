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
