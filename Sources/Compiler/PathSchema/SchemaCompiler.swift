/// Compiles schemas, from source text to resolved names.
///
/// Data flows one way, and each arrow is one type with one entry point:
///
/// ```
/// SourceText ──JSONReader──▶ JSONNode ──TreeBuilder──▶ Tree
///            ──TreeMerger──▶ Tree ──SchemaResolver──▶ Schema
/// ```
///
/// - `JSONReader` knows JSON, and records the source range of every value.
/// - `TreeBuilder` knows the schema language: leaves, branches, collections, directives.
/// - `TreeMerger` merges the trees of the files that describe one database.
/// - `SchemaResolver` knows names: the Swift name of every node, and the clashes between names.
///
/// A stage reports its findings to `Diagnostics` and continues, so that one run shows every error.
/// No stage reads an earlier stage's input. Turning a `Schema` into code is the code generator's
/// task.
package enum SchemaCompiler {
    package struct Result: Sendable {
        /// The resolved schema; `nil` if there are errors.
        package let schema: Schema?
        package let diagnostics: Diagnostics
    }

    /// Compiles one schema from the files that describe it.
    ///
    /// - Parameters:
    ///   - sources: at least one file. A diagnostic refers to a file by its index here.
    ///   - configure: overrides the options that the schema's `$options` set.
    package static func compile(
        _ sources: [SourceText], configure: (inout Options) -> Void = { _ in }
    ) -> Result {
        var diagnostics = Diagnostics()
        var trees: [Tree] = []
        for (index, source) in sources.enumerated() {
            if let (pasted, line) = PastedDocument.language(of: source, index: index) {
                diagnostics.error(pasted.problem, at: line, advice: pasted.advice)
                continue
            }
            let document = JSONReader.read(source, index: index, reportingTo: &diagnostics)
            if let document,
                let tree = TreeBuilder.build(document, reportingTo: &diagnostics)
            {
                trees.append(tree)
            }
        }
        guard let tree = TreeMerger.merge(trees, reportingTo: &diagnostics) else {
            return Result(schema: nil, diagnostics: diagnostics)
        }
        var options = Options()
        for (name, value) in tree.directives.options.values {
            options.set(name, to: value.value)
        }
        configure(&options)
        var schema = SchemaResolver.resolve(tree, options: options, reportingTo: &diagnostics)
        if options.firestore {
            schema.documents = FirestoreRules.check(tree, reportingTo: &diagnostics)
        }
        schema.files = sources.map(\.name)
        if options.typeChecks { schema.locateChecks(in: sources) }
        return Result(schema: diagnostics.hasErrors ? nil : schema, diagnostics: diagnostics)
    }
}
