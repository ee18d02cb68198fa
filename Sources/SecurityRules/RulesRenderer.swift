import PathSchema

/// Writes security rules that let in only what a schema describes.
///
/// Who may read and write what is for people to say: without `.read` and `.write`, nobody may.
package enum RulesRenderer {
    /// A file of rules, in the order of the schema.
    package static func render(_ schema: Schema) -> String {
        RulesText.file(SchemaRulesBuilder.rules(for: schema))
    }
}
