import Foundation
import PathSchema
import SchemaImport
import TestSupport
import Testing

/// Imported schemas compile, together with their models.
@Suite struct ImportedSchemasTests {
    private static let folder = "Tests/Compiler/SchemaImportTests/Fixtures"

    /// The fixtures of a kind, by the name that their files have in common.
    private static func fixtures(_ kind: String) throws -> [String] {
        try Repository.files(in: "\(folder)/\(kind)").map(\.lastPathComponent)
            .filter { $0.hasSuffix(".schema.json") }
            .map { String($0.dropLast(".schema.json".count)) }
    }

    @Test(arguments: ["Rules", "Databases", "Exports"])
    func schemasCompileWithTheirModels(kind: String) async throws {
        let compiler = try Compiler()
        let built = try await compiler.buildLibrary("TypedDatabase", [Self.databaseLayer])
        #expect(built.errors == "")
        let fixtures = try Self.fixtures(kind)
        #expect(fixtures.count >= 10)
        for fixture in fixtures {
            let folder = Repository.root.appendingPathComponent("\(Self.folder)/\(kind)")
            let schema = try String(
                contentsOf: folder.appendingPathComponent("\(fixture).schema.json"), encoding: .utf8
            )
            let models = try String(
                contentsOf: folder.appendingPathComponent("\(fixture).models.swift"),
                encoding: .utf8)
            let result = try await compiler.typecheck([
                SwiftFile(
                    "Paths.swift",
                    try Generation(schema).code),
                SwiftFile("Models.swift", models),
            ])
            #expect(result.errors == "", "\(kind)/\(fixture)")
        }
    }

    @Test(arguments: ["Rules", "Databases", "Exports"])
    func modelsAreFormatted(kind: String) async throws {
        let files = try Repository.files(in: "\(Self.folder)/\(kind)")
            // Letters beyond ASCII in keys are against one of the rules, and stay.
            .filter { $0.pathExtension == "swift" && !$0.lastPathComponent.hasPrefix("odd-keys") }
        let result = try await Toolchain.lint(files)
        #expect(result.errors == "")
    }

    /// The parts of the database layer that models use.
    static let databaseLayer = SwiftFile(
        "TypedDatabase.swift",
        """
        public import Foundation
        public import TypedPaths

        public struct KeySet<Key: PathKey>: ExpressibleByArrayLiteral {
            public var keys: [Key] = []
            public init(arrayLiteral elements: Key...) {}
            public init(from decoder: any Decoder) throws {}
            public func encode(to encoder: any Encoder) throws {}
        }

        extension KeySet: Codable {}
        extension KeySet: Equatable { public static func == (a: KeySet, b: KeySet) -> Bool { true } }
        extension KeySet: Hashable { public func hash(into hasher: inout Hasher) {} }
        extension KeySet: Sendable where Key: Sendable {}

        public enum ServerTime: StoredTime, Codable, Hashable, Sendable { case pending, date(Date) }
        """)
}
