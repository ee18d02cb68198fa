import TypedDatabase

extension DocumentLimits {
    /// The maximum size of a document in bytes.
    static let documentSize = 1 << 20

    /// The maximum size of a request in bytes.
    static let requestSize = 10 << 20

    /// The maximum number of increments and server times in a document's write.
    static let transforms = 500

    /// Throws if a field's value, or that of a field in it, is too deep, has a key that Firestore
    /// reserves, or is a time that Firestore doesn't have.
    ///
    /// - Parameters:
    ///   - value: the value of a field, or of a document's fields.
    ///   - field: the keys from the document to the value.
    ///   - place: the place of the value, for errors.
    static func check(
        _ value: TreeValue, _ layout: FieldLayout, field: TreePlace, at place: TreePlace
    ) throws(TreeDatabaseError) {
        switch value {
        case .children(let children):
            for (key, child) in children {
                let (field, place) = (field.appending(key), place.appending(key))
                try check(key, at: place)
                try check(field: field, at: place)
                try check(child, layout.child(key), field: field, at: place)
            }
        case .integer, .double:
            guard layout.isTime, Timestamp.text(of: value) == nil else { return }
            throw TreeDatabaseError(
                .invalidValue, at: place,
                "\(value) is no time for Firestore: milliseconds since 1970, in the years 1 to 9999"
            )
        default: return
        }
    }

    /// Throws if a document is larger than Firestore allows.
    static func checkSize(of fields: TreeValue, at document: TreePlace) throws(TreeDatabaseError) {
        let size = size(of: document) + size(of: fields) + 32
        guard size > documentSize else { return }
        throw TreeDatabaseError(
            .tooLarge, at: document,
            "a document in Firestore can have \(documentSize) bytes; this one would have \(size)")
    }

    /// https://firebase.google.com/docs/firestore/storage-size
    private static func size(of value: TreeValue) -> Int {
        switch value {
        case .bool: 1
        case .integer, .double: 8
        case .string(let text): text.utf8.count + 1
        case .children(let children):
            children.reduce(0) { $0 + $1.key.text.utf8.count + 1 + size(of: $1.value) }
        }
    }

    private static func size(of document: TreePlace) -> Int {
        document.keys.reduce(16) { $0 + $1.text.utf8.count + 1 }
    }
}
