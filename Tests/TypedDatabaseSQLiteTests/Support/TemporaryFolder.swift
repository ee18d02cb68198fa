import Foundation

@testable import TypedDatabaseSQLite

/// A folder that is removed when nobody uses it any more.
final class TemporaryFolder: Sendable {
    let url = FileManager.default.temporaryDirectory
        .appendingPathComponent("sqlite-\(UUID().uuidString)")

    init() throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    subscript(name: String) -> String {
        url.appendingPathComponent(name).path
    }

    /// The names of the files in it, in order.
    var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() }
    }

    func removeAll() throws {
        for name in try names { try FileManager.default.removeItem(atPath: self[name]) }
    }

    func write(_ data: Data, to name: String) throws {
        try data.write(to: url.appendingPathComponent(name))
    }

    func read(_ name: String) throws -> Data {
        try Data(contentsOf: url.appendingPathComponent(name))
    }
}
