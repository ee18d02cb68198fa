import PathCommand

/// `generate-paths` for the plugins. Every package that uses a plugin builds this tool, so it
/// contains only the features that plugins need.
@main
enum Main {
    static func main() {
        let command = Command.ofProcess()
        do throws(Command.ExitStatus) {
            guard case .render(let rendering) = command.arguments.task else {
                throw command.fail(
                    "--from, html, rules and diff are for generate-paths itself, not for plugins",
                    .usage)
            }
            try command.write(rendering)
        } catch {
            error.exitProcess()
        }
    }
}
