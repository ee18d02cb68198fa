extension Benchmark {
    /// Shapes whose compile time is quadratic in the number of types.
    ///
    /// The one of 2018 lacks even the root's members here.
    static let compileReference = Benchmark(
        name: "compile-reference", summary: "type-checking same names, against other shapes",
        isSlow: true
    ) { session in
        let collections = Collections.sameNames(session.isQuick ? 300 : 3_000)
        let times = try session.measure(
            rounds: 1, warmsUp: false,
            [
                GeneratedModule(session, generating: collections).typecheck(),
                GeneratedModule(session, plain: collections).typecheck(),
                GeneratedModule(session, reference: collections).typecheck(),
            ]
        ).map(\.time)
        let count = Quantity.count(collections.count)
        return [
            Figure("\(count) types", times[0]),
            Figure("\(count) types, plain shape", times[1]),
            Figure("plain shape ÷ generated", times[1] / times[0], .ratio),
            Figure("\(count) types, shape of 2018", times[2]),
            Figure(
                "shape of 2018 ÷ generated", times[2] / times[0], .ratio,
                session.isQuick ? nil : .atLeast(20)),
        ]
    }
}
