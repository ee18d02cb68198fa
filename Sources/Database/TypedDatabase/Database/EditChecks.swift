import TypedPaths

extension [TreeEdit] {
    /// Throws if two edits have the same place, or if one's place contains the other's.
    func checkOverlaps() throws(TreeDatabaseError) {
        // In this order, a place directly precedes the places inside it.
        let places = map(\.place).sorted { $0.keys.lexicographicallyPrecedes($1.keys) }
        for (place, next) in zip(places, places.dropFirst()) where place.contains(next) {
            throw TreeDatabaseError(
                .overlappingEdits, at: next,
                place == next
                    ? "a batch can have only one edit of a place; this one has two"
                    : "the same batch has an edit of "
                        + (place.depth == 0 ? "the root" : "\(place)")
                        + ", which contains this place")
        }
    }
}

extension TreePlace {
    /// Throws if the last key isn't one of this type.
    func checkKey<Key: PathKey>(is type: Key.Type) throws(TreeDatabaseError) {
        guard let key = keys.last, type.init(key) == nil else { return }
        throw TreeDatabaseError(
            .invalidKey, at: self, "\(key.text.debugDescription) is not the text of any \(type)")
    }
}

extension PathKey {
    /// Makes the key with a text, if the key gives the same text back: `"007"` isn't an `Int`.
    init?(_ key: TreeKey) {
        guard let typed = Self(pathKey: key.text), UTF16Order.areEqual(typed.pathKey, key.text)
        else { return nil }
        self = typed
    }
}
