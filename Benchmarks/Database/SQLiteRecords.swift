import Foundation

extension Benchmark {
    /// Records in a file, against a table of SQLite with a column for each field.
    static let sqliteRecords = Benchmark(
        name: "database-sqlite-records",
        summary: "records of 8 fields, against a table that is read and written by hand"
    ) { session in
        let scale = Scale(small: session.isQuick ? 1000 : 10_000)
        let folder = URL(fileURLWithPath: session.folder["records"])
        return try waitFor {
            let ours = try await Library(in: folder.appendingPathComponent("ours"), scale) {
                try OurPeople(at: $0, isIndexed: $1)
            }
            let byHand = try await Library(in: folder.appendingPathComponent("by hand"), scale) {
                try PeopleByHand(at: $0, isIndexed: $1)
            }
            var figures: [Figure] = []
            for work in Work.all(scale) {
                let costs = try await work.costs(ours, byHand, scale: scale, rounds: 15)
                figures += work.figures(costs)
            }
            return figures
        }.get()
    }
}

extension Work {
    fileprivate func figures(_ costs: [(first: Double, second: Double)]) -> [Figure] {
        let (ours, byHand) = (Samples(costs.map(\.first)), Samples(costs.map(\.second)))
        let unit: Figure.Unit = unit == .bytes ? .bytes : .seconds
        return [
            Figure(name, ours, unit), Figure("  by hand", byHand, unit),
            Figure("  ratio", ours / byHand, .ratio, .atMost(bars.byHand)),
        ]
    }
}
