import Foundation

/// The tools of the Swift that these tests run with.
package enum Toolchain {
    /// Runs the compiler.
    package static func swiftc(
        _ arguments: [String], in folder: TemporaryFolder
    ) async throws -> Subprocess {
        try await Subprocess.run(find("swiftc"), arguments, in: folder.url)
    }

    /// Runs `swift format lint` on files, with the repository's configuration.
    package static func lint(_ files: [URL]) async throws -> Subprocess {
        let configuration = Repository.root.appendingPathComponent(".swift-format").path
        return try await Subprocess.run(
            find("swift"),
            ["format", "lint", "--strict", "--parallel", "--configuration", configuration]
                + files.map(\.path))
    }

    /// An executable from the folders of `PATH`, or where macOS has it.
    private static func find(_ name: String) throws -> URL {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        let folders = path.split(separator: ":").map(String.init) + ["/usr/bin"]
        guard
            let folder = folders.first(where: {
                FileManager.default.isExecutableFile(atPath: "\($0)/\(name)")
            })
        else {
            throw NotFound(description: "\(name) is not in PATH: \(path)")
        }
        return URL(fileURLWithPath: "\(folder)/\(name)")
    }
}
