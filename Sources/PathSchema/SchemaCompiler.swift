/// Compiles schemas: from text to decided names.
///
/// Data goes one way, and each arrow is one type with one entry point:
///
/// ```
/// SourceText ──JSONReader──▶ JSONNode ──TreeBuilder──▶ Tree
///            ──TreeMerger──▶ Tree ──SchemaResolver──▶ Schema
/// ```
///
/// - `JSONReader` knows JSON, and where everything is in the file.
/// - `TreeBuilder` knows the language: what is a leaf, a branch, a collection, a directive.
/// - `TreeMerger` makes one tree of the several that describe one database.
/// - `SchemaResolver` knows names: what everything is called in Swift, and what clashes.
///
/// A stage reports what it finds to `Diagnostics` and goes on, so that one run shows everything. None
/// looks back at an earlier one's input. What becomes of a `Schema` is for the code generator.
package enum SchemaCompiler {
    package struct Result: Sendable {
        /// `nil` if there are errors.
        package let schema: Schema?
        package let diagnostics: Diagnostics
    }

    /// Compiles one schema from the files that describe it.
    ///
    /// - Parameters:
    ///   - sources: at least one file. Diagnostics name them by their position here.
    ///   - configure: changes the options that the schema's `$options` set.
    package static func compile(
        _ sources: [SourceText], configure: (inout Options) -> Void = { _ in }
    ) -> Result {
        var diagnostics = Diagnostics()
        var trees: [Tree] = []
        for (index, source) in sources.enumerated() {
            if let pasted = PastedText(source, index: index) {
                diagnostics.error(pasted.problem, at: pasted.line, advice: pasted.advice)
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
        let schema = SchemaResolver.resolve(tree, options: options, reportingTo: &diagnostics)
        return Result(schema: diagnostics.hasErrors ? nil : schema, diagnostics: diagnostics)
    }
}
