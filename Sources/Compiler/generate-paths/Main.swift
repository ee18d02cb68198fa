import PathCommand

@main
enum Main {
    static func main() {
        let command = Command.ofProcess()
        do throws(Command.ExitStatus) {
            switch command.arguments.task {
            case .render(let rendering): try command.write(rendering)
            case .writeRules: try command.writeRules()
            case .writePage: try command.writePage()
            case .importSchema(let origin): try command.importSchema(from: origin)
            case .diff(let words): try command.diff(words)
            }
        } catch {
            error.exitProcess()
        }
    }
}
