extension Benchmark {
    static let generatorSameNames = generatorGrowth(
        name: "generator-same", summary: "collections whose members have the same names",
        copies: .atMost(10), Collections.sameNames)

    static let generatorDifferentNames = generatorGrowth(
        name: "generator-different",
        summary: "collections whose members all have names of their own",
        copies: .atMost(6), Collections.differentNames)

    /// - Parameter copies: in what time 100,000 nodes should be generated, in times that copying the
    ///   output takes. The generator of 2018 takes ten times that; see `Documentation/Performance.md`.
    private static func generatorGrowth(
        name: String, summary: String, copies: Bar,
        _ input: @escaping @Sendable (Int) -> Collections
    ) -> Benchmark {
        Benchmark(name: name, summary: summary) { session in
            let start = try Generation(of: Repository.smallSchema, in: session.folder)
            let nodeCounts = [1_000, 10_000, 100_000] + (session.isQuick ? [] : [1_000_000])
            let generations = try nodeCounts.map { count in
                let collections = input(count / Collections.nodesPerCollection)
                let schema = try session.folder.write(
                    collections.schema, to: "\(name)-\(count).json")
                return try Generation(of: schema, in: session.folder)
            }
            let large = generations[2]
            let results = try session.measure(
                rounds: 7,
                [start.trial] + generations.map(\.trial) + [large.copyTrial()])
            return try figures(
                nodeCounts, generations, start: results[0], results: Array(results[1...]),
                copies: copies)
        }
    }

    private static func figures(
        _ nodeCounts: [Int], _ generations: [Generation], start: Measurement,
        results: [Measurement], copies: Bar
    ) throws -> [Figure] {
        let perNode = zip(nodeCounts, results).map { count, result in
            (result.time - start.time) / Double(count)
        }
        let large = nodeCounts.count - 1
        let (copy, copied) = (results[large + 1], 2)
        var figures = zip(nodeCounts, results).map { count, result in
            Figure("\(Quantity.count(count)) nodes", result.time)
        }
        figures.append(
            Figure(
                "a node of \(Quantity.count(nodeCounts[large])) ÷ one of 10,000",
                perNode[large] / perNode[1], .ratio, .atMost(1.3)))
        figures.append(Figure("cp of the output of 100,000", copy.time))
        figures.append(
            Figure("100,000 nodes ÷ cp", results[copied].time / copy.time, .ratio, copies))
        for index in copied...large {
            let count = Quantity.count(nodeCounts[index])
            let memory = results[index].peakMemory
            let size = try generations[index].outputSize()
            figures.append(Figure("memory for \(count)", memory, .bytes))
            figures.append(
                Figure("memory for \(count) ÷ output", memory / size, .ratio, .atMost(3)))
        }
        return figures
    }
}
