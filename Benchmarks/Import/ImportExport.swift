extension Benchmark {
    /// A data export, which is read completely to make a schema.
    static let importExport = Benchmark(
        name: "import-export", summary: "a schema of a data export, against JSONSerialization"
    ) { session in
        let sizes = session.isQuick ? [1, 10] : [10, 100]
        let folder = session.folder
        let exports = try sizes.map { size in
            try folder.write(ChatExport(size: size * 1_000_000).json, to: "export-\(size).json")
        }
        let reader = try readerProgram(in: folder)
        let generator = try Generator(.release)
        let imports = exports.map { export in
            var command = generator.command([
                "--from", "export", export, "--models", "/dev/null",
            ])
            command.isSilent = true
            return command
        }
        let results = try session.measure(
            rounds: 5,
            imports.map { Trial(run: $0.run) }
                + [Trial(run: Command(reader, [exports[1]]).run)])
        let (small, large, other) = (results[0], results[1], results[2])
        return [
            Figure("\(sizes[0]) MB", small.time),
            Figure("\(sizes[1]) MB", large.time),
            Figure("JSONSerialization, \(sizes[1]) MB", other.time),
            Figure(
                "\(sizes[1]) MB ÷ JSONSerialization", large.time / other.time, .ratio, .atMost(1.5)),
            Figure("memory for \(sizes[1]) MB", large.peakMemory, .bytes),
            Figure(
                "memory for \(sizes[1]) MB ÷ for \(sizes[0]) MB",
                large.peakMemory / small.peakMemory,
                .ratio, .atMost(1.3)),
        ]
    }

    /// Returns a program that only reads a file, as Foundation does.
    private static func readerProgram(in folder: TemporaryFolder) throws -> String {
        let source = try folder.write(
            """
            import Foundation

            let file = URL(fileURLWithPath: CommandLine.arguments[1])
            let object = try JSONSerialization.jsonObject(with: Data(contentsOf: file))
            precondition(object is [String: Any])

            """, to: "main.swift")
        let program = folder["reader"]
        try Toolchain.swiftc(["-O", source, "-o", program]).run()
        return program
    }
}
