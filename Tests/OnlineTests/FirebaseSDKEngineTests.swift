import Foundation
import Testing

/// The engine over Firebase's own SDK, which is an example to be copied: compiled against declarations of
/// what it calls, and held to what an engine must do.
@Suite struct FirebaseSDKEngineTests {
    @Test func theEngineOverTheSDKDoesWhatAnEngineMust() async throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("firebase-sdk-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let products = try Products.folder
        let modules = ["-I", products.appendingPathComponent("Modules").path, "-I", folder.path]
        let support = Products.repository.appendingPathComponent("Tests/Support/FirebaseSDK")

        try await compile(
            ["-wmo", "-module-name", "FirebaseDatabase", "-emit-module", "-emit-object"]
                + ["-o", "FirebaseDatabase.o"] + modules
                + Products.files(in: support.appendingPathComponent("FirebaseDatabase"), "swift"),
            in: folder)
        let libraries = try ["TypedPaths", "TypedDatabase", "TypedDatabaseConformance"].flatMap {
            try Products.files(in: products.appendingPathComponent("\($0).build"), "o")
        }
        let engine = "Examples/FirebaseSDK/FirebaseSDKEngine.swift"
        try await compile(
            ["-o", "checks", Products.repository.appendingPathComponent(engine).path]
                + [support.appendingPathComponent("Checks.swift").path, "FirebaseDatabase.o"]
                + modules + libraries,
            in: folder)

        let (status, output) = try await Products.run(
            folder.appendingPathComponent("checks"), [], in: folder)
        #expect(status == 0, "\(output)")
        #expect(output.contains(/^[1-9][0-9]+ checks, 0 failures/))
    }

    private func compile(_ arguments: [String], in folder: URL) async throws {
        let (status, output) = try await Products.run(
            URL(fileURLWithPath: "/usr/bin/env"),
            ["swiftc", "-parse-as-library", "-swift-version", "6", "-warnings-as-errors"]
                + arguments,
            in: folder)
        try #require(status == 0, "\(output)")
    }
}
