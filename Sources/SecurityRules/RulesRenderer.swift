import PathSchema

/// Writes security rules that let in only what a schema describes.
///
/// Who may read and write what is for people to say: without `.read` and `.write`, nobody may.
package enum RulesRenderer {
    /// A file of rules, in the order of the schema.
    package static func render(_ schema: Schema) -> String {
        RulesText.file(SchemaRulesBuilder.rules(for: schema))
    }

    /// A file of rules that exists, with what the schema says added to it.
    ///
    /// Nothing that is there is changed, but that conditions are added in front of others. What
    /// contradicts the schema is reported as a warning, and stays.
    ///
    /// - Parameter source: which of the run's inputs the file is, for diagnostics.
    /// - Returns: `nil` if the file can't be read, which has been reported.
    package static func render(
        _ schema: Schema, into file: SourceText, source: Int,
        reportingTo diagnostics: inout Diagnostics
    ) -> [UInt8]? {
        RulesMerger.merge(
            SchemaRulesBuilder.rules(for: schema), into: file, source: source,
            reportingTo: &diagnostics)
    }
}
