extension Benchmark {
    /// The cost of names that several types have, with members of each type's own and with shared
    /// members: the threshold between the two.
    static let compileThreshold = Benchmark(
        name: "compile-threshold", summary: "type-checking the plain shape, by types per name",
        isSlow: true
    ) { session in
        let count = session.isQuick ? 300 : 3_000
        let typesPerName = [1, 4, 8, 15, 16, 32, 64, 128]
        let times = try session.measure(
            rounds: 3,
            typesPerName.flatMap { typesPerName in
                let collections = Collections(count: count, typesPerName: typesPerName)
                return try [
                    GeneratedModule(session, plain: collections).typecheck(),
                    GeneratedModule(session, generating: collections).typecheck(),
                ]
            }
        ).map(\.time)
        let figures = typesPerName.enumerated().flatMap { index, typesPerName in
            let (plain, generated) = (times[2 * index], times[2 * index + 1])
            return [
                Figure("plain, \(typesPerName) per name ÷ 1 per name", plain / times[0], .ratio),
                Figure("  generated ÷ plain", generated / plain, .ratio),
            ]
        }
        return [Figure("\(Quantity.count(count)) types, plain, 1 per name", times[0])] + figures
    }
}
