import Foundation

/// The products that were built together with these tests.
package enum Products {
    /// The folder of the products.
    package static var folder: URL {
        get throws { try found.get() }
    }

    /// The options with which the compiler finds the modules.
    package static var moduleOptions: [String] {
        get throws {
            let folder = try folder
            let moduleMaps = ["CSQLite", "CCurl"]
                .map { folder.appendingPathComponent("\($0).build/module.modulemap").path }
                .filter { FileManager.default.fileExists(atPath: $0) }
                .flatMap { ["-Xcc", "-fmodule-map-file=\($0)"] }
            return moduleMaps + [
                "-I", folder.appendingPathComponent("Modules").path,
                "-module-cache-path", folder.appendingPathComponent("ModuleCache").path,
            ]
        }
    }

    package static func program(_ name: String) throws -> URL {
        try folder.appendingPathComponent(name)
    }

    /// The object files of modules, to be linked with. Those of deleted sources stay in the folder.
    package static func objects(of modules: [String]) throws -> [String] {
        let sources = FileManager.default.enumerator(
            at: Repository.root.appendingPathComponent("Sources"), includingPropertiesForKeys: nil)
        let names = Set((sources?.allObjects as? [URL] ?? []).map(\.lastPathComponent))
        return try modules.flatMap { module in
            try FileManager.default.contentsOfDirectory(
                at: folder.appendingPathComponent("\(module).build"),
                includingPropertiesForKeys: nil
            )
            .filter { object in
                object.pathExtension == "o"
                    && names.contains(object.deletingPathExtension().lastPathComponent)
            }
            .map(\.path).sorted()
        }
    }

    /// Some folders above the executable that the tests run in, or above the bundle that was loaded into
    /// it.
    private static let found = Result {
        let starts =
            [Bundle.main.bundleURL] + Bundle.allBundles.map(\.bundleURL)
            + CommandLine.arguments.map { URL(fileURLWithPath: $0) }
        for start in starts {
            var folder = start.standardizedFileURL
            for _ in 0..<5 where folder.path != "/" {
                folder.deleteLastPathComponent()
                let module = folder.appendingPathComponent("Modules/TypedPaths.swiftmodule")
                if FileManager.default.fileExists(atPath: module.path) { return folder }
            }
        }
        throw NotFound(description: "nothing was built in the folders above \(starts)")
    }
}

package struct NotFound: Error, CustomStringConvertible {
    package let description: String

    package init(description: String) {
        self.description = description
    }
}
