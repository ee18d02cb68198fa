import PathSchema

/// Makes a schema from an existing source: security rules or a data export.
///
/// ```
/// RulesReader  ──┬─▶ Imported ──IndexedPlaces──▶ ──SchemaDrafter──▶ SchemaDraft ──▶ text
/// ExportReader ──┘
/// ```
package struct SchemaImporter {
    private let draft: SchemaDraft

    /// The findings that a person should check.
    package let notes: [WrittenNote]

    package init(_ imported: Imported) {
        var places = IndexedPlaces()
        let root = places.check(imported.root, at: ImportedPlace())
        draft = SchemaDrafter.draft(root)
        let notes = imported.notes + places.notes + Self.notes(on: draft.models)
        self.notes = NotesText(places: draft.places).notes(notes)
    }

    private static func notes(on models: [DraftModel]) -> [ImportNote] {
        let few = models.flatMap { model in
            // A collection's absence says that it is empty.
            model.fields.filter { $0.child.isOptional && !$0.node.isCollection }
                .compactMap { note(on: $0.child, of: model) }
        }
        return few
            + models.filter { $0.fields.allSatisfy(\.child.isOptional) }
            .map {
                ImportNote("no field of the model is required: all are optional", at: $0.place)
            }
    }

    /// Returns a note on an optional child that is in nearly all places.
    private static func note(
        on child: ImportedNode.Child, of model: DraftModel
    ) -> ImportNote? {
        guard let seen = child.seen, seen.count * 10 >= seen.places * 9 else { return nil }
        return ImportNote(
            "optional, but missing nearly nowhere", seen.text, at: model.place.appending(child.key))
    }

    /// The schema as JSON.
    package var schema: String { SchemaText.text(of: draft) }

    /// Returns Swift code for the types that the schema refers to.
    ///
    /// - Parameter source: a description of the source for the header.
    package func models(from source: String) -> String {
        ModelsText.text(of: draft, from: source)
    }
}
