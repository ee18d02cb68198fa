import PathSchema
import SecurityRules
import Testing

/// Rules with the types of a schema added, and the warnings about them.
struct Merge {
    let merged: MergedRules
    let warnings: String

    init(of schema: Schema, into rules: String) throws {
        let source = SourceText(name: "rules.json", text: rules)
        var diagnostics = Diagnostics()
        let merged = RulesRenderer.merge(
            schema, into: source, source: 0, reportingTo: &diagnostics)
        warnings = RulesFile.text(of: diagnostics, in: [source])
        self.merged = try #require(merged, "\(warnings)")
    }

    init(of schema: String, into rules: String) throws {
        try self.init(of: try CompiledSchema.compile(schema), into: rules)
    }

    var text: String { String(decoding: merged.text, as: UTF8.self) }

    var additions: String { merged.additions.map { "\($0)\n" }.joined() }
}
