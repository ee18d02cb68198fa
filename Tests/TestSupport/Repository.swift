import Foundation

/// The repository that these tests are in.
package enum Repository {
    package static let root = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The schemas in the folder `Schemas`, by name. A JSON Schema for editors is none of them.
    package static var schemas: [URL] {
        get throws {
            try files(in: "Schemas").filter {
                $0.pathExtension == "json" && !$0.lastPathComponent.hasSuffix(".schema.json")
            }
        }
    }

    /// The files of a folder, by name.
    package static func files(in folder: String) throws -> [URL] {
        try FileManager.default
            .contentsOfDirectory(
                at: root.appendingPathComponent(folder), includingPropertiesForKeys: nil
            )
            .sorted { $0.lastPathComponent < $1.lastPathComponent }
    }

    /// The text of a file.
    package static func text(of file: String) throws -> String {
        try String(contentsOf: root.appendingPathComponent(file), encoding: .utf8)
    }
}
