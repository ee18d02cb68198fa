import Foundation

/// A schema of a target, and the Swift code made from it.
///
/// A schema is one file, or a folder `chat.paths` whose JSON files, at any depth, are merged: one
/// for each feature.
struct Schema {
    /// The file or the folder.
    let location: URL
    /// The schema's JSON files, sorted by path.
    let files: [URL]
    /// The folder for the generated code, if it is among the target's sources.
    let folder: URL

    /// The name of the generated file: `chat.paths.swift` for `chat.paths.json`, a folder
    /// `chat.paths`, and `Schemas/App/chat.json`.
    var outputName: String {
        var name = location.lastPathComponent
        for suffix in [".json", ".paths"] where name.hasSuffix(suffix) {
            name.removeLast(suffix.count)
        }
        return "\(name).paths.swift"
    }

    /// Returns the schemas among some files. The files in a folder `*.paths` form one schema.
    ///
    /// - Parameters:
    ///   - base: the folder whose ancestors' names don't count.
    ///   - output: the folder for the code; `nil` for the schema's own folder.
    static func all(in files: [URL], below base: URL, output: URL? = nil) -> [Schema] {
        Dictionary(grouping: files) { mergingFolder(of: $0, below: base) ?? $0 }
            .map { location, files in
                Schema(
                    location: location, files: files.sorted { $0.path < $1.path },
                    folder: output ?? location.deletingLastPathComponent())
            }
    }

    /// Returns the outermost folder `*.paths` that contains a file, below `base`.
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
