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
