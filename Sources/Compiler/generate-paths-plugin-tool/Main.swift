import PathCommand

/// `generate-paths` for the plugins. Every package that uses a plugin builds this tool, so it
/// contains only the features that plugins need.
@main
enum Main {
    static func main() {
        GeneratePaths.main(
            GeneratePaths.Extras(
                importSchema: { command, _, _ in
                    command.fail("--from is for generate-paths itself, not for plugins", .usage)
                },
                emitRules: { command, _, _ in
                    command.fail("rules are for generate-paths itself, not for plugins", .usage)
                }))
    }
}
