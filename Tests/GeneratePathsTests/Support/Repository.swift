import Foundation

/// Where things are that the tests use.
enum Repository {
    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// The schemas in the folder `Schemas`, by name. A JSON Schema for editors is none of them.
    static var schemas: [URL] {
        get throws {
            try files(in: "Schemas").filter {
                $0.pathExtension == "json" && !$0.lastPathComponent.hasSuffix(".schema.json")
            }
        }
    }

    /// The files of a folder, by name.
    static func files(in folder: String) throws -> [URL] {
        try FileManager.default
            .contentsOfDirectory(
                at: root.appendingPathComponent(folder), includingPropertiesForKeys: nil
            )
            .sorted { $0.lastPathComponent < $1.lastPathComponent }
    }

    /// The command, as it was built for these tests.
    static var generatePaths: URL {
        get throws { try builtProduct("generate-paths") }
    }

    /// A product beside the tests': some folders above the executable that they run in, or above the
    /// bundle that was loaded into it.
    private static func builtProduct(_ name: String) throws -> URL {
        let starts =
            [URL(fileURLWithPath: CommandLine.arguments[0]), Bundle.main.bundleURL]
            + Bundle.allBundles.map(\.bundleURL) + CommandLine.arguments.dropFirst().map(fileURL)
        for start in starts {
            var folder = start.standardizedFileURL
            for _ in 0..<5 where folder.path != "/" {
                folder.deleteLastPathComponent()
                let product = folder.appendingPathComponent(name)
                if FileManager.default.isExecutableFile(atPath: product.path),
                    (try? product.resourceValues(forKeys: [.isRegularFileKey]))?.isRegularFile
                        == true
                {
                    return product
                }
            }
        }
        throw NotFound(description: "\(name) is in none of the folders above \(starts)")
    }

    private static func fileURL(_ path: String) -> URL {
        URL(fileURLWithPath: path)
    }
}

struct NotFound: Error, CustomStringConvertible {
    let description: String
}
