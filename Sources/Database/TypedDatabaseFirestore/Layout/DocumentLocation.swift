import TypedDatabase

/// A place's location in Firestore.
public enum DocumentLocation: Hashable, Sendable {
    /// The root, whose children are collections.
    case root
    /// A collection, whose children are documents: its keys from the root.
    case collection(TreePlace)
    /// A document: its keys from the root.
    case document(TreePlace)
    /// A field, or a part of one: the keys of the document from the root, and those from the document
    /// to the field.
    case field(of: TreePlace, TreePlace)
}

extension DocumentLocation {
    /// The document that is the location or has the field; `nil` for a collection and the root.
    public var document: TreePlace? {
        switch self {
        case .root, .collection: nil
        case .document(let document), .field(let document, _): document
        }
    }

    /// The keys from the document to the field; none for a document itself.
    public var field: TreePlace {
        if case .field(_, let field) = self { field } else { .root }
    }
}
