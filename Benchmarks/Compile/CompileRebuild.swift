extension Benchmark {
    /// A developer's loop: one more line in the schema, then a debug build of the dependent files.
    static let compileRebuild = Benchmark(
        name: "compile-rebuild", summary: "a debug build after a one-line edit of the schema",
        isSlow: true
    ) { session in
        let count = session.isQuick ? 100 : 1_000
        return try [
            ("same names", Collections.sameNames(count)),
            ("different", Collections.differentNames(count)),
        ].flatMap { name, collections in
            let app = try IncrementalApp(session, collections)
            let results = try session.measure(
                rounds: 3,
                [
                    Trial(prepare: app.clean, run: app.build),
                    Trial(prepare: { try app.generate(edited: false) }, run: app.build),
                    Trial(prepare: { try app.generate(edited: true) }, run: app.build),
                ])
            return [
                Figure("\(Quantity.count(count)) types, \(name): all", results[0].time),
                Figure("  after generating the same again", results[1].time),
                Figure("  after a one-line edit", results[2].time),
                Figure("  edit ÷ all", results[2].time / results[0].time, .ratio),
            ]
        }
    }
}

/// A module that is built incrementally: generated code, and ten files that use it.
private struct IncrementalApp {
    private let folder: TemporaryFolder
    private let collections: Collections
    private let name: String
    private let code: String
    private let command: Command
    private let generator: Generator

    private static let clientCount = 10

    init(_ session: Session, _ collections: Collections) throws {
        self.collections = collections
        generator = try Generator(.release)
        folder = session.folder
        name = "app-\(collections.typesPerName)"
        code = folder["\(name).swift"]
        var files = [code, try folder.write(Collections.models, to: "Models.swift")]
        for index in 0..<Self.clientCount {
            let client = collections.client(lines: 50, named: "use\(index)of")
            files.append(try folder.write(client, to: "\(name)-client\(index).swift"))
        }
        let map = try folder.write(Self.outputs(of: files, name), to: "\(name)-outputs.json")
        command = try Toolchain.swiftc(
            ["-incremental", "-c", "-module-name", "App", "-output-file-map", map]
                + ["-I", session.runtimeModule()] + files)
    }

    /// The compiler's outputs for each file, and its state for the next build.
    private static func outputs(of files: [String], _ name: String) -> String {
        let entries = files.map { file in
            let base = "\(file.dropLast(".swift".count))-\(name)"
            return """
                "\(file)": { "object": "\(base).o", "swift-dependencies": "\(base).swiftdeps" }
                """
        }
        let record = "\(files[0]).swiftdeps"
        return "{ \"\": { \"swift-dependencies\": \"\(record)\" },\n"
            + entries.joined(separator: ",\n") + "\n}\n"
    }

    /// Removes the outputs, so that the next build compiles all files.
    func clean() throws {
        folder.remove("\(name).swift")
        folder.remove("\(name).swift.swiftdeps")
        folder.remove("\(name).swift.priors")
        try generate(edited: false)
    }

    func generate(edited: Bool) throws {
        var collections = collections
        collections.edited = edited ? collections.count / 2 : nil
        let schema = try folder.write(collections.schema, to: "\(name).json")
        try generator.command(schema, output: code).run()
    }

    func build() throws -> Cost {
        try command.run()
    }
}
