// The time to type-check generated code, which consists of types with four members, and the
// collections of these types at the root.

extension Benchmark {
    /// Names as in real databases, with a name, a date and an owner under every key.
    static let compileSameNames = compileGrowth(
        name: "compile-same", summary: "type-checking types whose members have the same names",
        Collections.sameNames)

    static let compileDifferentNames = compileGrowth(
        name: "compile-different",
        summary: "type-checking types whose members have names of their own",
        againstPlain: true, Collections.differentNames)

    /// The fewest types per name for which members are shared.
    static let compileRepeatedNames = compileGrowth(
        name: "compile-repeated",
        summary: "type-checking types whose members' names each come 16 times",
        againstPlain: true
    ) { Collections(count: $0, typesPerName: 16) }

    private static func compileGrowth(
        name: String, summary: String, againstPlain: Bool = false,
        _ input: @escaping @Sendable (Int) -> Collections
    ) -> Benchmark {
        Benchmark(name: name, summary: summary) { session in
            let counts = session.isQuick ? (100, 300) : (1_000, 3_000)
            let large = input(counts.1)
            let client = large.client(lines: 500)
            var trials = try [
                GeneratedModule(empty: session).typecheck(),
                GeneratedModule(session, generating: input(counts.0)).typecheck(),
                GeneratedModule(session, generating: large).typecheck(),
                GeneratedModule(session, generating: large, client: client).typecheck(),
            ]
            if againstPlain {
                trials.append(try GeneratedModule(session, plain: large).typecheck())
            }
            let times = try session.measure(rounds: 5, trials).map(\.time)
            let perType = [1, 2].map { times[$0] - times[0] }
            let ratio = Double(counts.1) / Double(counts.0)
            var figures = [
                Figure("\(Quantity.count(counts.0)) types", times[1]),
                Figure("\(Quantity.count(counts.1)) types", times[2]),
                Figure(
                    "a type of \(Quantity.count(counts.1)) ÷ one of \(Quantity.count(counts.0))",
                    perType[1] / perType[0] / ratio, .ratio, .atMost(1.3)),
                Figure("500 lines that use them", times[3] - times[2], .seconds, .atMost(0.5)),
            ]
            if againstPlain {
                figures.append(Figure("\(Quantity.count(counts.1)) types, plain shape", times[4]))
                figures.append(
                    Figure("generated ÷ plain", times[2] / times[4], .ratio, .noSlower))
            }
            return figures
        }
    }
}
