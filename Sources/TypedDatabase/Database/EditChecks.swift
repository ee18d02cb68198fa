import TypedPaths

extension [TreeEdit] {
    /// Throws if two edits are of one place, or of places one of which is inside the other.
    func checkOverlaps() throws(TreeDatabaseError) {
        // In this order, what is inside a place comes right after it.
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
    /// The key with a text, if it gives the same text back: `"007"` is no `Int`.
    init?(_ key: TreeKey) {
        guard let typed = Self(pathKey: key.text), TreeKey(typed.pathKey) == key else { return nil }
        self = typed
    }
}
