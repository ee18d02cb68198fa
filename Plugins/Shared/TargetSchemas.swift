import Foundation
import PackagePlugin

/// The schemas of one target.
///
/// Plugins can't depend on a library, so both plugins include this folder by a symbolic link.
struct TargetSchemas {
    let target: String
    /// The schemas, sorted by path.
    let all: [Schema]
    private let folders: (own: URL, schemas: URL)

    /// - Parameters:
    ///   - files: all files of the target, of any kind.
    ///   - folder: the target's own folder.
    ///   - root: the folder of the package or the project, which contains `Schemas/`.
    /// - Throws: `SchemaError.sameOutput`.
    init(of target: String, files: FileList, folder: URL, root: URL) throws {
        self.target = target
        folders = (folder, root.appendingPathComponent("Schemas").appendingPathComponent(target))
        let own = Self.ownSchemas(among: files.map(\.url), folder: folder, root: root)
        let others = Schema.all(
            in: Self.jsonFiles(in: folders.schemas), below: folders.schemas, output: folder)
        all = (own + others).sorted { $0.location.path < $1.location.path }
        try checkNames()
    }

    /// - Throws: `SchemaError.sameOutput`.
    init(of module: any SourceModuleTarget, in package: Package) throws {
        try self.init(
            of: module.name, files: module.sourceFiles, folder: module.directoryURL,
            root: package.directoryURL)
    }

    /// The schemas, of which there must be at least one.
    var required: [Schema] {
        get throws(SchemaError) {
            if all.isEmpty { throw .none(target: target, folders.own, folders.schemas) }
            return all
        }
    }

    /// Returns the tool's arguments for one of the schemas, with the others for the check for
    /// clashes.
    ///
    /// - Parameter root: the folder that the schema's paths are relative to; `nil` for none.
    func arguments(
        for schema: Schema, output: URL, options: [String] = [], relativeTo root: URL? = nil
    ) -> [String] {
        let others = all.filter { $0.location != schema.location }
        let files = schema.files.map { file in
            guard let root, file.path.hasPrefix(root.path + "/") else { return file.path }
            return String(file.path.dropFirst(root.path.count + 1))
        }
        return files + ["--output", output.path] + options
            + others.flatMap { ["--beside"] + $0.files.map(\.path) }
    }

    /// Returns the schemas among the target's files, which can be outside of its folder in Xcode.
    private static func ownSchemas(among files: [URL], folder: URL, root: URL) -> [Schema] {
        // A folder that is a member of the target, as in Xcode, stands for its contents.
        let files = files.flatMap { file in
            file.pathExtension == Schema.folderExtension ? jsonFiles(in: file) : [file]
        }
        let filesByBase = Dictionary(grouping: files.filter(isSchema)) { file in
            [folder, root].first { file.path.hasPrefix($0.path + "/") }
                ?? URL(fileURLWithPath: "/")
        }
        return filesByBase.flatMap { base, files in
            let schemas = files.filter { file in
                file.lastPathComponent.hasSuffix(Schema.fileSuffix)
                    || Schema.mergingFolder(of: file, below: base) != nil
            }
            return Schema.all(in: schemas, below: base)
        }
    }

    /// Returns the JSON files in a folder, at any depth.
    private static func jsonFiles(in folder: URL) -> [URL] {
        // The path-based enumerator returns relative paths, regardless of links in the folder's
        // path.
        let paths = FileManager.default.enumerator(atPath: folder.path)
        return (paths?.compactMap { $0 as? String } ?? [])
            .filter { !$0.split(separator: "/").contains { $0.hasPrefix(".") } }
            .map(folder.appendingPathComponent).filter(isSchema)
    }

    /// Whether a file is a schema: any JSON file but a copy of the JSON Schema for editors.
    private static func isSchema(_ file: URL) -> Bool {
        file.pathExtension == "json" && file.lastPathComponent != "paths.schema.json"
    }

    /// Checks that no two files have the same name, which a module can't have. On case-insensitive
    /// disks, `A` and `a` are the same.
    private func checkNames() throws(SchemaError) {
        var seen: [String: Schema] = [:]
        for schema in all {
            if let other = seen.updateValue(schema, forKey: schema.outputName.lowercased()) {
                throw .sameOutput(other.location, schema.location, schema.outputName)
            }
        }
    }
}
