import Foundation
import PackagePlugin

/// Writes the code of schemas among the sources, for those who commit it.
@main
struct GeneratePathsCommand: CommandPlugin {
    func performCommand(context: PluginContext, arguments words: [String]) throws {
        let arguments = try Arguments(parsing: words)
        if arguments.showsHelp { return print(Arguments.help) }
        let schemas = try Self.schemas(of: context.package, targets: arguments.targets)
        let tool = try context.tool(named: "generate-paths").url
        var status: Int32 = 0
        // All schemas, so that one run shows all errors; but what is wrong with the command line is
        // wrong each time.
        for schema in schemas where status != Self.usageError {
            let process = try Process.run(
                tool, arguments: [schema.file.path, "--output", schema.output] + arguments.options)
            process.waitUntilExit()
            status = max(status, process.terminationStatus)
        }
        if status != 0 { exit(status) }
    }

    /// The status by which `generate-paths` says that it doesn't understand its arguments.
    private static let usageError: Int32 = 64

    /// - Parameter names: targets that must have schemas; none for all targets that do.
    private static func schemas(
        of package: Package, targets names: [String]
    ) throws -> [TargetSchemas.Schema] {
        let targets = names.isEmpty ? package.targets : try package.targets(named: names)
        let schemas = try targets.compactMap(\.sourceModule).flatMap { module in
            let schemas = try TargetSchemas(of: module, in: package)
            return names.isEmpty ? schemas.all : try schemas.required
        }
        if schemas.isEmpty { throw SchemaError.noneInPackage(package.directoryURL) }
        return schemas
    }
}

extension TargetSchemas.Schema {
    fileprivate var output: String { folder.appendingPathComponent(outputName).path }
}
