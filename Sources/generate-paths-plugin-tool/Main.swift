import PathCommand

/// `generate-paths` as the plugins run it: whoever uses them builds it, so it has no more than they need.
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
