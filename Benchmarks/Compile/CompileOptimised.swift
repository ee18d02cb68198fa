extension Benchmark {
    static let compileOptimised = Benchmark(
        name: "compile-optimised", summary: "compiling a module with -O", isSlow: true
    ) { session in
        let inputs = (session.isQuick ? [100, 300] : [1_000, 3_000]).flatMap { count in
            [
                ("\(Quantity.count(count)) types, same names", Collections.sameNames(count)),
                ("\(Quantity.count(count)) types, different", Collections.differentNames(count)),
            ]
        }
        let results = try session.measure(
            rounds: 3, inputs.map { try GeneratedModule(session, generating: $0.1).optimise() })
        return zip(inputs, results).map { Figure($0.0, $1.time) }
    }
}
