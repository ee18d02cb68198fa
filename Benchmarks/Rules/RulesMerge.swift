extension Benchmark {
    /// The types of a schema, added to existing rules: files of one line and of many.
    static let rulesMerge = Benchmark(
        name: "rules-merge", summary: "--emit rules --rules with 1,750 and 14,000 collections"
    ) { session in
        let generator = try Generator(.release)
        let counts = [1_750, 14_000]
        let commands = try ["", "\n"].flatMap { separator in
            try counts.map { count in
                let keys = (0..<count).map { "collection\($0)" }
                let schema = keys.map { "\"\($0)\": { \"<id>\": { \"name\": \"String\" } }" }
                let rules = keys.map { "\"\($0)\": { \"$id\": { \"name\": {} } }" }
                let name = "\(count)-\(separator.isEmpty ? "line" : "lines").json"
                let list = ",\(separator)"
                var command = generator.command([
                    try session.folder.write(
                        "{ \(schema.joined(separator: list)) }", to: "schema-\(name)"),
                    "--emit", "rules", "--rules",
                    try session.folder.write(
                        "{ \"rules\": { \(rules.joined(separator: list)) } }", to: "rules-\(name)"),
                ])
                command.isSilent = true
                return command
            }
        }
        let times = try session.measure(rounds: 5, commands.map { Trial(run: $0.run) }).map(\.time)
        return [
            Figure("14,000 collections on one line", times[1]),
            Figure("  ÷ 1,750", times[1] / times[0], .ratio, .atMost(12)),
            Figure("14,000 collections on lines", times[3]),
            Figure("  ÷ 1,750", times[3] / times[2], .ratio, .atMost(12)),
        ]
    }
}
