import Foundation

/// The programs that benchmarks run.
enum Toolchain {
    /// The generator of this build, beside this program.
    static func generatePaths(_ schema: String, output: String) throws -> Command {
        try generatePaths([schema, "--output", output])
    }

    static func generatePaths(_ arguments: [String]) throws -> Command {
        let url = Bundle.main.executableURL?.deletingLastPathComponent()
            .appendingPathComponent("generate-paths")
        guard let path = url?.path, FileManager.default.isExecutableFile(atPath: path) else {
            throw CommandFailure("there is no generate-paths beside this program: swift build")
        }
        return Command(path, arguments)
    }

    static func swiftc(_ arguments: [String]) throws -> Command {
        Command(try find("swiftc"), ["-swift-version", "6"] + arguments)
    }

    static func copy(_ source: String, to target: String) throws -> Command {
        Command(try find("cp"), [source, target])
    }

    /// An executable from the folders of `PATH`, or where macOS has it.
    private static func find(_ name: String) throws -> String {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        let folders = path.split(separator: ":").map(String.init) + ["/usr/bin"]
        let candidates = folders.map { "\($0)/\(name)" }
        guard let found = candidates.first(where: FileManager.default.isExecutableFile(atPath:))
        else {
            throw CommandFailure("\(name) is not in PATH: \(path)")
        }
        return found
    }
}
