#if canImport(XcodeProjectPlugin)
    import PackagePlugin
    import XcodeProjectPlugin

    /// Returns one command per schema for a target of an Xcode project.
    extension GeneratePaths: XcodeBuildToolPlugin {
        func createBuildCommands(
            context: XcodePluginContext, target: XcodeTarget
        ) throws -> [Command] {
            let root = context.xcodeProject.directoryURL
            let schemas = try TargetSchemas(
                of: target.displayName, files: target.inputFiles,
                folder: root.appendingPathComponent(target.displayName), root: root)
            return try Self.commands(
                for: schemas, among: target.inputFiles,
                tool: context.tool(named: "generate-paths-plugin-tool").url,
                output: context.pluginWorkDirectoryURL)
        }
    }
#endif
