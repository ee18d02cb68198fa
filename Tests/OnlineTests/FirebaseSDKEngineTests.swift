import TestSupport
import Testing

/// The engine over Firebase's own SDK, which is an example to be copied: compiled against declarations of
/// what it calls, and held to what an engine must do.
@Suite struct FirebaseSDKEngineTests {
    @Test func theEngineOverTheSDKDoesWhatAnEngineMust() async throws {
        let folder = try TemporaryFolder()
        let support = "Tests/Support/FirebaseSDK"
        let declarations = try Repository.files(in: "\(support)/FirebaseDatabase").map(\.path)
        try await compile(
            ["-wmo", "-module-name", "FirebaseDatabase", "-emit-module", "-emit-object"]
                + ["-o", "FirebaseDatabase.o"] + declarations,
            in: folder)
        let sources = ["Examples/FirebaseSDK/FirebaseSDKEngine.swift", "\(support)/Checks.swift"]
        try await compile(
            ["-o", "checks", "-I", ".", "FirebaseDatabase.o"]
                + sources.map { Repository.root.appendingPathComponent($0).path }
                + Products.objects(of: ["TypedPaths", "TypedDatabase", "TypedDatabaseConformance"]),
            in: folder)

        let checks = try await Subprocess.run(folder["checks"], [], in: folder.url)
        #expect(checks.status == 0, "\(checks)")
        #expect(checks.output.contains(/^[1-9][0-9]+ checks, 0 failures/))
    }

    private func compile(_ arguments: [String], in folder: TemporaryFolder) async throws {
        let result = try await Toolchain.swiftc(
            ["-parse-as-library", "-swift-version", "6", "-warnings-as-errors"]
                + Products.moduleOptions + arguments,
            in: folder)
        try #require(result.status == 0, "\(result.errors)")
    }
}
