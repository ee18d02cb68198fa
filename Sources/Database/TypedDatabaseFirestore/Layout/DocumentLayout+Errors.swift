import TypedDatabase

extension DocumentLayout {
    /// The error for reading or writing the root.
    var rootError: TreeDatabaseError {
        TreeDatabaseError(
            .unsupported, at: .root,
            "Firestore's root has collections, and no value: read and write one of "
                + collections.map(\.text).joined(separator: ", "))
    }

    /// Returns the error for writing a collection as a whole.
    static func collectionError(_ place: TreePlace) -> TreeDatabaseError {
        TreeDatabaseError(
            .unsupported, at: place,
            "it is a collection, which Firestore can't write as a whole; set or remove its documents, "
                + "whose keys `keys(of:)` lists, in a batch")
    }

    /// Returns the error for a condition on a collection.
    static func collectionConditionError(_ place: TreePlace) -> TreeDatabaseError {
        TreeDatabaseError(
            .unsupported, at: place,
            "it is a collection, whose state Firestore can't compare; read its documents in the "
                + "transaction, each at its own place")
    }

    /// Returns the error for a document that is to be something other than fields.
    static func scalarError(_ place: TreePlace, _ value: String) -> TreeDatabaseError {
        TreeDatabaseError(
            .unsupported, at: place,
            "it is a document, which has fields, and can't be \(value); put that into one of its "
                + "fields")
    }

    /// Returns the error for a field that is a collection.
    static func subcollectionError(_ place: TreePlace) -> TreeDatabaseError {
        TreeDatabaseError(
            .unsupported, at: place,
            "it is a collection below the document, whose value is its own fields; write the "
                + "collection's documents at their own places")
    }
}
