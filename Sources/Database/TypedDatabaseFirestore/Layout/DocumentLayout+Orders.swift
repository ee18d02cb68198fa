import TypedDatabase

extension DocumentLayout {
    /// Throws unless the documents of a collection can be ordered by a field.
    func checkOrder(
        by field: TreePlace, of collection: TreePlace
    ) throws(TreeDatabaseError) {
        let document = collection.appending("document")
        for key in field.keys { try DocumentLimits.check(key, at: collection) }
        try DocumentLimits.check(field: field, at: collection)
        guard let first = field.keys.first, subcollections(of: document).contains(first) else {
            return
        }
        throw TreeDatabaseError(
            .unsupported, at: collection,
            "Firestore can't order documents by \"\(field)\": \(first) is a collection below each of "
                + "them; order by a field of the documents")
    }
}
