import Foundation

/// A new folder, which is removed with everything in it when nobody has it any more.
final class TemporaryFolder: Sendable {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory
            .appendingPathComponent("generate-paths-tests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    subscript(name: String) -> URL {
        url.appendingPathComponent(name)
    }

    /// Writes a file, and returns its path.
    @discardableResult
    func write(_ text: some StringProtocol, to name: String) throws -> String {
        try Data(text.utf8).write(to: self[name])
        return self[name].path
    }

    func makeFolder(_ name: String) throws {
        try FileManager.default.createDirectory(at: self[name], withIntermediateDirectories: true)
    }

    func read(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: self[name]), as: UTF8.self)
    }

    /// The names of the files in it.
    var contents: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() }
    }
}
