import Foundation
import PathSchema
import SchemaImport

/// A source in the folder `Fixtures`, with the outputs of its import in files beside it: a schema,
/// models and notes.
struct ImportFixture: Sendable, CustomStringConvertible {
    enum Kind: String, CaseIterable {
        case rules = "Rules"
        case export = "Exports"
        /// Rules after those of real databases, which other tests read, too.
        case databases = "Databases"

        var suffix: String {
            switch self {
            case .rules, .databases: ".rules.json"
            case .export: ".export.json"
            }
        }
    }

    let kind: Kind
    let name: String

    var description: String { "\(kind.rawValue)/\(name)" }

    private static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().appendingPathComponent("Fixtures")

    static func all(_ kind: Kind) throws -> [ImportFixture] {
        let folder = sources(of: kind)
        return try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { $0.hasSuffix(kind.suffix) }
            .map { ImportFixture(kind: kind, name: String($0.dropLast(kind.suffix.count))) }
            .sorted { $0.name < $1.name }
    }

    /// The folder of the sources, beside which the outputs are, unless other tests read them, too.
    private static func sources(of kind: Kind) -> URL {
        kind == .databases
            ? folder.deletingLastPathComponent().deletingLastPathComponent()
                .appendingPathComponent(kind.rawValue)
            : folder.appendingPathComponent(kind.rawValue)
    }

    private var folder: URL { Self.folder.appendingPathComponent(kind.rawValue) }

    var input: [UInt8] {
        get throws {
            let file = Self.sources(of: kind).appendingPathComponent(name + kind.suffix)
            return Array(try Data(contentsOf: file))
        }
    }

    func importer() throws -> SchemaImporter {
        SchemaImporter(try Imports.read(try input, as: kind))
    }

    /// The outputs of an import, each with the suffix of its file.
    func outputs() throws -> [(suffix: String, text: String)] {
        let importer = try importer()
        let notes = importer.notes.map { "\($0.place): \($0.message)\n" }.joined()
        return [
            (".schema.json", importer.schema),
            (".models.swift", importer.models(from: name + kind.suffix)),
            (".notes.txt", notes),
        ]
    }

    func expected(_ suffix: String) -> String {
        let file = folder.appendingPathComponent(name + suffix)
        return (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    }

    func write(_ text: String, _ suffix: String) throws {
        let file = folder.appendingPathComponent(name + suffix)
        if text.isEmpty {
            try? FileManager.default.removeItem(at: file)
        } else {
            try text.write(to: file, atomically: true, encoding: .utf8)
        }
    }
}
