import Foundation
import PackagePlugin

/// The schemas of one target.
///
/// Plugins can't depend on a library, so both have this folder, by a link.
struct TargetSchemas {
    /// A schema, and the Swift code made from it.
    struct Schema {
        let file: URL
        /// The folder among the target's sources that the code belongs to, if it is one of them.
        let folder: URL
        /// `chat.paths.swift`, for `chat.paths.json` and for `Schemas/App/chat.json`.
        let outputName: String
    }

    let target: String
    /// Sorted by their files' paths.
    let all: [Schema]
    private let folders: (own: URL, schemas: URL)

    /// - Parameters:
    ///   - files: all files of the target, whatever their kind.
    ///   - folder: the target's own folder.
    ///   - root: the folder of the package or the project, in which `Schemas/` is.
    /// - Throws: `SchemaError.sameOutput`.
    init(of target: String, files: FileList, folder: URL, root: URL) throws {
        self.target = target
        folders = (folder, root.appendingPathComponent("Schemas").appendingPathComponent(target))
        let own = files.map(\.url).filter { $0.lastPathComponent.hasSuffix(Schema.suffix) }
            .map { Schema(file: $0, folder: $0.deletingLastPathComponent()) }
        let others = Self.jsonFiles(in: folders.schemas).map { Schema(file: $0, folder: folder) }
        all = (own + others).sorted { $0.file.path < $1.file.path }
        try checkNames()
    }

    /// - Throws: `SchemaError.sameOutput`.
    init(of module: any SourceModuleTarget, in package: Package) throws {
        try self.init(
            of: module.name, files: module.sourceFiles, folder: module.directoryURL,
            root: package.directoryURL)
    }

    /// The schemas, of which there must be one.
    var required: [Schema] {
        get throws(SchemaError) {
            if all.isEmpty { throw .none(target: target, folders.own, folders.schemas) }
            return all
        }
    }

    /// All but a copy of the JSON Schema that editors check schemas with.
    private static func jsonFiles(in folder: URL) -> [URL] {
        let files = FileManager.default.enumerator(
            at: folder, includingPropertiesForKeys: nil, options: .skipsHiddenFiles)
        return (files?.compactMap { $0 as? URL } ?? []).filter {
            $0.pathExtension == "json" && $0.lastPathComponent != "paths.schema.json"
        }
    }

    /// A module can't have two files of one name; on disks that ignore case, `A` and `a` are one.
    private func checkNames() throws(SchemaError) {
        var seen: [String: Schema] = [:]
        for schema in all {
            if let other = seen.updateValue(schema, forKey: schema.outputName.lowercased()) {
                throw .sameOutput(other.file, schema.file, schema.outputName)
            }
        }
    }
}

extension TargetSchemas.Schema {
    fileprivate static let suffix = ".paths.json"

    fileprivate init(file: URL, folder: URL) {
        let name = file.lastPathComponent
        let suffix = name.hasSuffix(Self.suffix) ? Self.suffix : ".json"
        self.init(
            file: file, folder: folder, outputName: name.dropLast(suffix.count) + ".paths.swift")
    }
}
