import PathSchema

/// Emission of the layout of the database in Firestore.
extension SwiftEmitter {
    /// Emits an extension of the root with the layout. In one of the protocol's, no generated type
    /// hides the library.
    func emit(_ documents: SchemaDocuments, to code: inout String) {
        let lists = [
            list("collections", of: documents.collections.map(SwiftLiteral.quoted)),
            list("siblings", of: documents.siblings.map(SwiftLiteral.quoted)),
            list("times", of: documents.times.map(SwiftLiteral.quoted)),
            list(
                "recurring",
                of: documents.recurring.map { pattern, other in
                    "\(SwiftLiteral.quoted(pattern)): \(SwiftLiteral.quoted(other))"
                }),
        ]
        code += """

            // swift-format-ignore
            nonisolated extension PathRoot where Self == \(types.root) {
                /// The collections, documents and times of the database, for `FirestoreEngine`.
                \(access)static var documents: TypedDatabaseFirestore.DocumentLayout {
                    TypedDatabaseFirestore.DocumentLayout(
            \(lists.compactMap(\.self).joined(separator: ",\n")))
                }
            }

            """
    }

    /// Returns an argument of the layout; `nil` for one that may be left out.
    private func list(_ label: String, of elements: [String]) -> String? {
        guard !elements.isEmpty || label == "collections" else { return nil }
        let lines = elements.map { "                \($0),\n" }.joined()
        return "            \(label): [\(lines.isEmpty ? "" : "\n\(lines)            ")]"
    }
}
