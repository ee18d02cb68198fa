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
