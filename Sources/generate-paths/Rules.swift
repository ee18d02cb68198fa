import PathCommand
import PathSchema
import SecurityRules

/// `--emit rules`: security rules that let in only what a schema describes.
extension GeneratePaths {
    func emitRules(of schema: Schema, _ arguments: Arguments) -> ExitStatus {
        if let path = arguments.rules { return add(schema, to: path, arguments) }
        messages.show(
            "note", "nobody may read or write by these rules until you add .read and .write")
        return deliver(Array(RulesRenderer.render(schema).utf8), arguments)
    }

    /// Rules that exist, with what the schema says added.
    private func add(_ schema: Schema, to path: String, _ arguments: Arguments) -> ExitStatus {
        let rules: [SourceText]
        do throws(Files.Failure) {
            rules = try read([path])
        } catch {
            return failReading(error)
        }
        var diagnostics = Diagnostics()
        let merged = RulesRenderer.render(
            schema, into: rules[0], source: 0, reportingTo: &diagnostics)
        messages.show(diagnostics, of: rules)
        return merged.map { deliver($0, arguments) } ?? .failure
    }
}
