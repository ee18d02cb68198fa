import PathCommand
import PathSchema
import SchemaPage
import SecurityRules

/// `--emit html`: writes a page that shows a schema in a browser.
extension Command {
    func writePage() throws(ExitStatus) {
        let sources = try read(arguments.inputs)
        let schema = try compile(sources)
        let page = PageRenderer.render(
            schema, from: sources.map { fileName(of: $0.name) }, rules: try rulesToShow())
        try write(Array(page.utf8))
    }

    private func rulesToShow() throws(ExitStatus) -> RulesNode? {
        guard let path = arguments.rules else { return nil }
        let sources = try read([path])
        var diagnostics = Diagnostics()
        let rules = RulesDocument.read(sources[0], reportingTo: &diagnostics)
        messages.show(diagnostics, of: sources)
        guard let rules else { throw .failure }
        return rules
    }
}
