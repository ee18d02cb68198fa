import Foundation

/// A program of this package that is running.
final class Example {
    private let process = Process()
    private let pipe = Pipe()
    private var unread = Data()

    init(_ name: String, _ arguments: [String], in folder: Folder) throws {
        process.executableURL = try Self.executable(name)
        process.arguments = arguments
        process.currentDirectoryURL = folder.url
        process.standardOutput = pipe
        try process.run()
    }

    /// All that it prints until it ends, which it must without an error.
    func output() throws -> String {
        let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
        return String(decoding: data, as: UTF8.self)
    }

    /// Waits for a line; `nil` if the program ends without one, or none comes for a minute.
    func nextLine() throws -> String? {
        while true {
            if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
                defer { unread = Data(unread[(end + 1)...]) }
                return String(decoding: unread[..<end], as: UTF8.self)
            }
            var input = pollfd(
                fd: pipe.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&input, 1, 60_000) > 0 else { return nil }
            let data = pipe.fileHandleForReading.availableData
            if data.isEmpty { return nil }
            unread += data
        }
    }

    func end() {
        process.terminate()
        process.waitUntilExit()
    }

    /// The executable beside the tests': some folders above the one that they run in, or above the
    /// bundle that was loaded into it.
    private static func executable(_ name: String) throws -> URL {
        let starts =
            [URL(fileURLWithPath: CommandLine.arguments[0]), Bundle.main.bundleURL]
            + Bundle.allBundles.map(\.bundleURL)
            + CommandLine.arguments.dropFirst().map { URL(fileURLWithPath: $0) }
        for start in starts {
            var folder = start.standardizedFileURL
            for _ in 0..<5 where folder.path != "/" {
                folder.deleteLastPathComponent()
                let product = folder.appendingPathComponent(name)
                if FileManager.default.isExecutableFile(atPath: product.path),
                    try product.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true
                {
                    return product
                }
            }
        }
        throw CocoaError(.fileNoSuchFile)
    }
}

/// A folder for a test, which is removed with it.
final class Folder: Sendable {
    let url = FileManager.default.temporaryDirectory
        .appendingPathComponent("example-\(UUID().uuidString)")

    init() throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }
}
