import Foundation

/// A new folder, which is removed with everything in it when nobody has it any more.
package final class TemporaryFolder: Sendable {
    package let url: URL

    package init() throws {
        url = FileManager.default.temporaryDirectory
            .appendingPathComponent("typed-paths-tests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    package subscript(name: String) -> URL {
        url.appendingPathComponent(name)
    }

    package func path(_ name: String) -> String {
        self[name].path
    }

    /// The names of the files in it, in order.
    package var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() }
    }

    package func makeFolder(_ name: String) throws {
        try FileManager.default.createDirectory(at: self[name], withIntermediateDirectories: true)
    }

    package func removeAll() throws {
        for name in try names { try FileManager.default.removeItem(at: self[name]) }
    }
}

// MARK: - Files

extension TemporaryFolder {
    package func write(_ data: Data, to name: String) throws {
        try data.write(to: self[name])
    }

    /// Writes a file, and returns its path.
    @discardableResult
    package func write(_ text: some StringProtocol, to name: String) throws -> String {
        try write(Data(text.utf8), to: name)
        return path(name)
    }

    package func data(of name: String) throws -> Data {
        try Data(contentsOf: self[name])
    }

    package func read(_ name: String) throws -> String {
        String(decoding: try data(of: name), as: UTF8.self)
    }
}
