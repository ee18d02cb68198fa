import Foundation

/// The tools of the Swift that these tests run with.
enum Toolchain {
    /// An executable from the folders of `PATH`, or where macOS has it.
    static func find(_ name: String) throws -> URL {
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

    /// What `swift format lint` has to say about files, by the repository's configuration.
    static func lint(_ files: [URL]) throws -> Subprocess {
        let configuration = Repository.root.appendingPathComponent(".swift-format").path
        return try Subprocess.run(
            find("swift"),
            ["format", "lint", "--strict", "--parallel", "--configuration", configuration]
                + files.map(\.path))
    }
}
