import PathSchema

/// Writes security rules that only allow data as a schema describes it.
///
/// The rules validate data but grant no access: without `.read` and `.write`, which people have to
/// add, nobody has access.
package enum RulesRenderer {
    /// Returns a file of rules, in the order of the schema.
    package static func render(_ schema: Schema) -> String {
        RulesText.file(SchemaRulesBuilder.rules(for: schema))
    }

    /// Returns a check for data that the rendered rules refuse.
    package static func check(of schema: Schema) -> DataCheck {
        DataCheck(SchemaRulesBuilder.rules(for: schema))
    }

    /// Returns an existing file of rules with the types of the schema added.
    ///
    /// Existing rules are kept, and new conditions are put in front of theirs. Of the writes that
    /// the schema describes, exactly those are allowed that were allowed before. A contradiction to
    /// the schema is reported as a warning, and the existing rule is kept.
    ///
    /// - Parameter source: the index of the file among the run's inputs, for diagnostics.
    /// - Returns: `nil` if the file can't be read, which has been reported.
    package static func merge(
        _ schema: Schema, into file: SourceText, source: Int,
        reportingTo diagnostics: inout Diagnostics
    ) -> MergedRules? {
        RulesMerger.merge(
            SchemaRulesBuilder.rules(for: schema), into: file, source: source,
            reportingTo: &diagnostics)
    }
}
