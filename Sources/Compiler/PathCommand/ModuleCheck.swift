import PathCodegen
import PathSchema

/// Checks for clashes with the other schemas of a module.
extension Command {
    /// Shows the clashes of a schema with other schemas, each with its own options.
    ///
    /// Other schemas with errors are skipped.
    ///
    /// - Parameters:
    ///   - file: the schema's path.
    ///   - others: the files of each other schema.
    /// - Throws: if there are clashes.
    func check(
        _ schema: Schema, of file: String, beside others: [[String]]
    ) throws(ExitStatus) {
        var isFree = true
        for files in others {
            guard let other = SchemaCompiler.compile(try read(files)).schema else { continue }
            for clash in ModuleClash.all(between: schema, and: other, root: root(for: file)) {
                isFree = false
                messages.show(
                    "error",
                    "\(name(of: files[0])), which is in the same module, declares "
                        + "\(list(clash.declarations)) as well",
                    in: name(of: file), at: (1, 1))
                messages.show("note", clash.advice)
            }
        }
        if !isFree { throw .failure }
    }

    private func list(_ declarations: [String]) -> String {
        let last =
            declarations.count > 3 ? "\(declarations.count - 2) more" : declarations.last ?? ""
        let others = declarations.prefix(min(2, declarations.count - 1))
        return others.isEmpty ? last : "\(others.joined(separator: ", ")) and \(last)"
    }

    /// Returns a suggested root type for a file: `Shop` for `shop.paths.json`.
    private func root(for file: String) -> String {
        let name = Namer.capitalized(String(fileName(of: file).prefix { $0 != "." }))
        return Identifier.isIdentifier(name) ? name : "Other"
    }
}
