import PathSchema

/// Writes security rules that let in only what a schema describes.
///
/// Who may read and write what is for people to say: without `.read` and `.write`, nobody may.
package enum RulesRenderer {
    /// A file of rules, in the order of the schema.
    package static func render(_ schema: Schema) -> String {
        RulesText.file(SchemaRulesBuilder.rules(for: schema))
    }

    /// Finds the data that those rules refuse.
    package static func check(of schema: Schema) -> DataCheck {
        DataCheck(SchemaRulesBuilder.rules(for: schema))
    }

    /// A file of rules that exists, with the types of the schema added.
    ///
    /// Everything that is there stays, and conditions are added in front of others. Each write that the
    /// rules allowed and the schema describes is allowed as before, and none that they didn't allow. A
    /// contradiction to the schema is reported as a warning, and stays.
    ///
    /// - Parameter source: which of the run's inputs the file is, for diagnostics.
    /// - Returns: `nil` if the file can't be read, which has been reported.
    package static func merge(
        _ schema: Schema, into file: SourceText, source: Int,
        reportingTo diagnostics: inout Diagnostics
    ) -> MergedRules? {
        RulesMerger.merge(
            SchemaRulesBuilder.rules(for: schema), into: file, source: source,
            reportingTo: &diagnostics)
    }

    /// The text of such a file.
    package static func render(
        _ schema: Schema, into file: SourceText, source: Int,
        reportingTo diagnostics: inout Diagnostics
    ) -> [UInt8]? {
        merge(schema, into: file, source: source, reportingTo: &diagnostics)?.text
    }
}
