import TypedDatabase

/// Firestore's limits of names, where they are narrower than the tree's.
enum DocumentLimits {
    /// The maximum number of names from a document to a field.
    static let fieldDepth = 20

    /// The maximum length of a field's names in bytes of UTF-8, with a dot between two of them.
    static let fieldUTF8Count = 1_500

    /// Throws if the key is one of those that Firestore has for itself.
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
