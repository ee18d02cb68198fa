import Foundation

/// A new folder for the benchmarks' files.
struct TemporaryFolder {
    private let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory
            .appendingPathComponent("Benchmarks-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    var path: String { url.path }

    /// The path of a file or a folder in it.
    subscript(name: String) -> String {
        url.appendingPathComponent(name).path
    }

    /// Writes a file, and returns its path.
    @discardableResult
    func write(_ text: String, to name: String) throws -> String {
        try write(CollectionOfOne(text), to: name)
    }

    /// Writes a file, part by part, and returns its path.
    ///
    /// A process is charged with the memory of its parent, so the benchmarks never keep a whole
    /// large file in memory.
    @discardableResult
    func write(_ parts: some Sequence<String>, to name: String) throws -> String {
        let path = self[name]
        guard let file = fopen(path, "w") else { throw CommandFailure("can't write \(path)") }
        defer { fclose(file) }
        for part in parts where fputs(part, file) < 0 {
            throw CommandFailure("can't write \(path)")
        }
        return path
    }

    func size(of name: String) throws -> Double {
        let attributes = try FileManager.default.attributesOfItem(atPath: self[name])
        return (attributes[.size] as? NSNumber)?.doubleValue ?? 0
    }

    /// Removes a file or a folder, if it exists.
    func remove(_ name: String) {
        try? FileManager.default.removeItem(atPath: self[name])
    }

    func remove() {
        try? FileManager.default.removeItem(at: url)
    }
}
