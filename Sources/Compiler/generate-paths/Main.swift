import PathCommand
import PathSchema
import SchemaImport
import SchemaPage
import SecurityRules

/// `generate-paths`: Swift code, drawings and rules for a schema, schemas for existing databases,
/// and comparisons of schemas.
///
/// `PathCommand` has the arguments and the rendering of schemas. Here are the tasks that the
/// plugins don't need: pages and rules below, `--from` in `Import.swift`, and `diff` in `Diff.swift`.
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

// MARK: - Pages

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

// MARK: - Rules

/// `--emit rules`: writes security rules that allow only data as the schema describes it.
extension Command {
    func writeRules() throws(ExitStatus) {
        let schema = try compile(try read(arguments.inputs))
        if schema.options.firestore {
            messages.show(
                "warning", "these are rules of the Realtime Database, which Firestore doesn't read")
        }
        if let path = arguments.rules { return try add(schema, to: path) }
        try checkData(RulesRenderer.check(of: schema))
        try write(
            rules: Array(RulesRenderer.render(schema).utf8),
            notes: ["nobody may read or write by these rules until you add .read and .write"])
    }

    /// Adds the types of a schema to existing rules.
    private func add(_ schema: Schema, to path: String) throws(ExitStatus) {
        let rules = try read([path])
        var diagnostics = Diagnostics()
        let merged = RulesRenderer.merge(
            schema, into: rules[0], source: 0, reportingTo: &diagnostics)
        messages.show(diagnostics, of: rules)
        guard let merged else { throw .failure }
        try checkData(merged.check)
        try write(
            rules: merged.text,
            notes: merged.additions.map(\.description) + [merged.open.note].compactMap(\.self))
    }

    /// Writes rules, unless that would overwrite rules that may have been written by hand.
    private func write(rules: [UInt8], notes: [String]) throws(ExitStatus) {
        if let output = arguments.output, !arguments.checks, Files.isRegularFile(output),
            !Files.areSame(output, arguments.rules ?? ""),
            (try? OutputFile(output).holds(rules)) != true
        {
            throw fail(
                "\(output) exists already, and rules that people wrote there would be lost: "
                    + "add to them with --rules \(output), or name another file", .usage)
        }
        for note in notes { messages.show("note", note) }
        try write(rules)
    }

    /// Warns of data in the export that violates the rules.
    private func checkData(_ check: DataCheck) throws(ExitStatus) {
        guard let path = arguments.data else { return }
        let result = try reading(path) {
            try Files.withChunks(of: path) { try ExportCheck.run(check, nextChunk: $0) }
        }
        for refusal in result.refusals {
            messages.show("warning", "\(name(of: path)): \(refusal)")
        }
        let rest = result.refusalCount - result.refusals.count
        if rest > 0 {
            messages.show("warning", "\(name(of: path)): \(rest) more, which aren't shown")
        }
    }
}
