import PathSchema
import SecurityRules

/// `--emit rules --rules <file>`: security rules that exist, with what a schema says added.
extension GeneratePaths {
    func add(_ schema: Schema, to path: String, _ arguments: Arguments) -> ExitStatus {
        let rules: [SourceText]
        do throws(Files.Failure) {
            rules = try read([path])
        } catch {
            return fail("can't read \(error.path): \(error.reason)", .noInput, file: error.path)
        }
        var diagnostics = Diagnostics()
        let merged = RulesRenderer.render(
            schema, into: rules[0], source: 0, reportingTo: &diagnostics)
        messages.show(diagnostics, of: rules)
        return merged.map { deliver($0, arguments) } ?? .failure
    }
}
