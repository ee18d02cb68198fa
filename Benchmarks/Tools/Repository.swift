import Foundation

/// The files of this package that benchmarks need.
enum Repository {
    static let smallSchema = path("Schemas/chatrooms.json")

    /// The sources of the library that generated code imports.
    static func runtimeSources() throws -> [String] {
        let folder = path("Sources/Paths/TypedPaths")
        return try FileManager.default.contentsOfDirectory(atPath: folder)
            .filter { $0.hasSuffix(".swift") }
            .map { "\(folder)/\($0)" }
    }

    static func path(_ name: String) -> String {
        URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent(name).path
    }
}
