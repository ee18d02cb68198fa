import Foundation
import PackagePlugin

/// Generates the paths of a target's schemas as part of its build.
@main
struct GeneratePaths: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        guard let module = target.sourceModule else { return [] }
        return try Self.commands(
            for: TargetSchemas(of: module, in: context.package), among: module.sourceFiles,
            tool: context.tool(named: "generate-paths-plugin-tool").url,
            output: context.pluginWorkDirectoryURL)
    }

    /// Returns one command per schema, so that editing a schema regenerates one file. The other
    /// schemas are arguments but not inputs of a command: the edited schema is checked against
    /// them.
    ///
    /// The schema's files are inputs of the command, so that SwiftPM doesn't warn of unhandled
    /// files.
    static func commands(
        for schemas: TargetSchemas, among files: FileList, tool: URL, output: URL
    ) throws -> [Command] {
        try schemas.required.map { schema in
            if let file = files.first(where: { $0.url.lastPathComponent == schema.outputName }) {
                throw SchemaError.alreadyGenerated(file.url, target: schemas.target)
            }
            let code = output.appendingPathComponent(schema.outputName)
            return .buildCommand(
                displayName: "GeneratePaths \(schema.location.lastPathComponent)",
                executable: tool,
                arguments: schemas.arguments(for: schema, output: code),
                inputFiles: schema.files,
                outputFiles: [code]
            )
        }
    }
}
