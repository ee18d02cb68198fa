import PathSchema

/// Makes a schema of something that exists: security rules, a Bolt file, or a data export.
///
/// ```
/// RulesReader ──┐
/// BoltReader  ──┼─▶ Imported ──IndexedPlaces──▶ ──SchemaDrafter──▶ SchemaDraft ──▶ text
/// ExportReader ─┘
/// ```
package struct SchemaImporter {
    private let draft: SchemaDraft

    /// What a person should check.
    package let notes: [ImportNote]

    package init(_ imported: Imported) {
        var places = IndexedPlaces()
        let root = places.check(imported.root, at: ImportedPlace())
        draft = SchemaDrafter.draft(root)
        notes = imported.notes + places.notes + Self.notes(on: draft.models)
    }

    private static func notes(on models: [DraftModel]) -> [ImportNote] {
        let loose = models.filter { $0.node.children.allSatisfy(\.isOptional) }
        guard let first = loose.first else { return [] }
        let others =
            switch loose.count {
            case 1: ""
            case 2: ", nor of another model"
            default: ", nor of \(loose.count - 1) other models"
            }
        return [
            ImportNote(
                "no field of \(first.name) is required\(others): all are optional", at: first.place)
        ]
    }

    /// The schema, as JSON.
    package var schema: String { SchemaText.text(of: draft) }

    /// Swift code with the types that the schema names.
    ///
    /// - Parameter source: what all this was made of, for people.
    package func models(from source: String) -> String {
        ModelsText.text(of: draft, from: source)
    }
}
