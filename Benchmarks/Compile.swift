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

// MARK: - Other shapes

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

// MARK: - Optimised

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

// MARK: - Incremental

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

// MARK: - A module

/// Generated code, with the app's types and other files of its module.
struct GeneratedModule {
    private let session: Session
    private let files: [String]

    private init(_ session: Session, _ files: [String]) throws {
        self.session = session
        self.files = files + [try session.folder.write(Collections.models, to: "Models.swift")]
    }

    /// Makes a module of the output of generate-paths for a schema.
    init(_ session: Session, generating collections: Collections, client: String? = nil) throws {
        let name = "generated-\(collections.count)-\(collections.typesPerName)"
        let schema = try session.folder.write(collections.schema, to: "\(name).json")
        let code = session.folder["\(name).swift"]
        try Generator(.release).command(schema, output: code).run()
        var files = [code]
        if let client {
            files.append(try session.folder.write(client, to: "\(name)-client.swift"))
        }
        try self.init(session, files)
    }

    /// Makes a module of the code that a person would write.
    init(_ session: Session, plain collections: Collections) throws {
        let name = "plain-\(collections.count)-\(collections.typesPerName).swift"
        try self.init(session, [session.folder.write(PlainShape(collections), to: name)])
    }

    /// Makes a module of the output of the generator of 2018, with its library.
    init(_ session: Session, reference collections: Collections) throws {
        try self.init(
            session,
            [
                session.folder.write(ReferenceShape.runtime, to: "ReferencePath.swift"),
                session.folder.write(
                    ReferenceShape.code(for: collections),
                    to: "reference-\(collections.count).swift"),
            ])
    }

    /// Makes a module of the app's types only, which measures the compiler's start.
    init(empty session: Session) throws {
        try self.init(session, [])
    }

    func typecheck() throws -> Trial {
        try trial(["-typecheck"])
    }

    func optimise() throws -> Trial {
        try trial(["-O", "-c", "-o", session.folder["optimised.o"]])
    }

    private func trial(_ mode: [String]) throws -> Trial {
        let command = try Toolchain.swiftc(
            mode + ["-wmo", "-module-name", "App", "-I", session.runtimeModule()] + files)
        return Trial(run: command.run)
    }
}

extension Session {
    /// Returns the folder with the module `TypedPaths`, which is compiled at the first call.
    func runtimeModule() throws -> String {
        let module = folder["TypedPaths.swiftmodule"]
        if (try? folder.size(of: "TypedPaths.swiftmodule")) == nil {
            try Toolchain.swiftc(
                ["-O", "-wmo", "-parse-as-library", "-module-name", "TypedPaths"]
                    + ["-emit-module", "-emit-module-path", module] + Repository.runtimeSources()
            ).run()
        }
        return folder.path
    }
}
