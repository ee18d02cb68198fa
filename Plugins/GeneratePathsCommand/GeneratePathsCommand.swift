import Foundation
import PackagePlugin

/// Writes generated code among a target's sources, for projects that commit it.
@main
struct GeneratePathsCommand: CommandPlugin {
    func performCommand(context: PluginContext, arguments words: [String]) throws {
        let arguments = try Arguments(parsing: words)
        if arguments.showsHelp { return print(Arguments.help) }
        let targets = try Self.targets(of: context.package, named: arguments.targets)
        let tool = try context.tool(named: "generate-paths-plugin-tool").url
        var status: Int32 = 0
        // Continues after a schema with errors, so that one run shows all errors; but an invalid
        // command line is invalid for each schema.
        let schemas = targets.flatMap { target in target.all.map { (target, $0) } }
        for (target, schema) in schemas where status != Self.usageError {
            let before = try? Data(contentsOf: schema.output)
            let process = Process()
            process.executableURL = tool
            // Committed code has the schema's path in it, which is to be the same on every machine.
            process.currentDirectoryURL = context.package.directoryURL
            process.arguments = target.arguments(
                for: schema, output: schema.output, options: arguments.options,
                relativeTo: context.package.directoryURL)
            try process.run()
            process.waitUntilExit()
            status = max(status, process.terminationStatus)
            if process.terminationStatus == 0, !arguments.isCheck {
                Self.report(schema.output, before: before, root: context.package.directoryURL)
            }
        }
        if status != 0 { exit(status) }
    }

    /// Reports whether a file was written, since the tool leaves an up-to-date file alone.
    private static func report(_ file: URL, before: Data?, root: URL) {
        guard let after = try? Data(contentsOf: file) else { return }
        let isInPackage = file.path.hasPrefix(root.path + "/")
        let name = isInPackage ? String(file.path.dropFirst(root.path.count + 1)) : file.path
        print(after == before ? "\(name) is up to date" : "wrote \(name)")
    }

    /// The exit status of `generate-paths` for an invalid command line.
    private static let usageError: Int32 = 64

    /// Returns the schemas of targets.
    ///
    /// - Parameter names: targets that must have schemas; empty for all targets with schemas.
    private static func targets(
        of package: Package, named names: [String]
    ) throws -> [TargetSchemas] {
        let targets = names.isEmpty ? package.targets : try package.targets(named: names)
        let schemas = try targets.compactMap(\.sourceModule).map {
            try TargetSchemas(of: $0, in: package)
        }
        if !names.isEmpty { for target in schemas { _ = try target.required } }
        if schemas.allSatisfy(\.all.isEmpty) {
            throw SchemaError.noneInPackage(package.directoryURL)
        }
        return schemas
    }
}

extension Schema {
    fileprivate var output: URL { folder.appendingPathComponent(outputName) }
}
