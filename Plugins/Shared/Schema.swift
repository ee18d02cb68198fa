import Foundation

/// A schema of a target, and the Swift code made from it.
///
/// It is one file, or a folder `chat.paths` whose JSON files, at any depth, are merged: one for each
/// feature.
struct Schema {
    /// The file or the folder.
    let location: URL
    /// The file, or those in the folder, sorted by path.
    let files: [URL]
    /// The folder among the target's sources that the code belongs to, if it is one of them.
    let folder: URL

    /// `chat.paths.swift`, for `chat.paths.json`, a folder `chat.paths`, and `Schemas/App/chat.json`.
    var outputName: String {
        var name = location.lastPathComponent
        for suffix in [".json", ".paths"] where name.hasSuffix(suffix) {
            name.removeLast(suffix.count)
        }
        return "\(name).paths.swift"
    }

    /// The schemas among some files, of which those in one folder `*.paths` are one.
    ///
    /// - Parameters:
    ///   - base: the folder above which names mean nothing.
    ///   - output: the folder for the code; `nil` for that in which the schema is.
    static func all(in files: [URL], below base: URL, output: URL? = nil) -> [Schema] {
        Dictionary(grouping: files) { mergingFolder(of: $0, below: base) ?? $0 }
            .map { location, files in
                Schema(
                    location: location, files: files.sorted { $0.path < $1.path },
                    folder: output ?? location.deletingLastPathComponent())
            }
    }

    /// The outermost folder `*.paths` that a file is in, below a base that it is in, too.
    static func mergingFolder(of file: URL, below base: URL) -> URL? {
        var result: URL?
        var folder = file.deletingLastPathComponent()
        while folder.path != base.path, folder.path.hasPrefix(base.path) {
            if folder.pathExtension == folderExtension { result = folder }
            folder.deleteLastPathComponent()
        }
        return result
    }

    static let folderExtension = "paths"
    static let fileSuffix = ".paths.json"
}
