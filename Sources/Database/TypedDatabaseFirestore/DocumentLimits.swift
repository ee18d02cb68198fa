import TypedDatabase

/// Firestore's limits of names, where they are narrower than the tree's.
enum DocumentLimits {
    /// The maximum number of names from a document to a field.
    static let fieldDepth = 20

    /// The maximum length of a field's names in bytes of UTF-8, with a dot between two of them.
    static let fieldUTF8Count = 1_500

    /// Throws if Firestore reserves the key.
    static func check(_ key: TreeKey, at place: TreePlace) throws(TreeDatabaseError) {
        guard key.text.isReserved else { return }
        throw TreeDatabaseError(
            .invalidKey, at: place,
            "\(key.text.debugDescription) is no key: Firestore reserves those that begin and end "
                + "with two underscores")
    }

    /// Throws if a field is too deep in its document, or its names are too long.
    ///
    /// - Parameters:
    ///   - field: the keys from a document to the field.
    ///   - place: the place in question, for the error.
    static func check(field: TreePlace, at place: TreePlace) throws(TreeDatabaseError) {
        guard field.depth <= fieldDepth else {
            throw TreeDatabaseError(
                .invalidValue, at: place,
                "Firestore has fields at most \(fieldDepth) keys deep in a document; this one is "
                    + "\(field.depth) keys deep")
        }
        let count = field.keys.reduce(-1) { $0 + $1.text.utf8.count + 1 }
        guard count <= fieldUTF8Count else {
            throw TreeDatabaseError(
                .invalidKey, at: place,
                "the keys of a field in a Firestore document can have at most \(fieldUTF8Count) "
                    + "bytes of UTF-8 together; these have \(count)")
        }
    }
}

extension String {
    /// Whether Firestore reserves the name: `__…__`, as its pattern `__.*__` says.
    fileprivate var isReserved: Bool {
        utf8.count >= 4 && utf8.starts(with: "__".utf8) && utf8.suffix(2).elementsEqual("__".utf8)
    }
}

// MARK: - Values

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
