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
