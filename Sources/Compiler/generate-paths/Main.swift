import PathCommand

@main
enum Main {
    static func main() {
        GeneratePaths.main(
            GeneratePaths.Extras(
                importSchema: { $0.importSchema(from: $1, $2) },
                emitRules: { $0.emitRules(of: $1, $2) }))
    }
}
