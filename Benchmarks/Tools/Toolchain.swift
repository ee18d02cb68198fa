import Foundation

/// The programs that benchmarks run.
enum Toolchain {
    static func swift(_ arguments: [String]) throws -> Command {
        Command(try find("swift"), arguments)
    }

    static func swiftc(_ arguments: [String]) throws -> Command {
        Command(try find("swiftc"), ["-swift-version", "6"] + arguments)
    }

    /// Returns an executable from the folders of `PATH`, or from its location in macOS.
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
