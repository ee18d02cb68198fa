/// Generated code, the app's types, and whatever else is compiled with it.
struct GeneratedModule {
    private let session: Session
    private let files: [String]

    private init(_ session: Session, _ files: [String]) throws {
        self.session = session
        self.files = files + [try session.folder.write(Collections.models, to: "Models.swift")]
    }

    /// What generate-paths makes of the schema.
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

    /// What a person would write.
    init(_ session: Session, plain collections: Collections) throws {
        let name = "plain-\(collections.count)-\(collections.typesPerName).swift"
        try self.init(session, [session.folder.write(PlainShape(collections), to: name)])
    }

    /// What the generator of 2018 wrote, with the library it was for.
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

    /// Nothing but the types of the app: what a compiler's start takes.
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
    /// The folder with the module `TypedPaths`, which is compiled if it isn't there yet.
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
