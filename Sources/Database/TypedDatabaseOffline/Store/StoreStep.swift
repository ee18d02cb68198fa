import TypedDatabase

/// An atomic change of the store.
struct StoreStep: Hashable, Sendable {
    /// Writes that a stored value of a limited query takes in.
    struct Fold: Hashable, Sendable {
        let query: Query
        /// The place of the value in the store.
        let place: TreePlace
        let writes: [Overlay]
    }

    var edits: [TreeEdit] = []
    var folds: [Fold] = []

    var isEmpty: Bool { edits.isEmpty && folds.isEmpty }

    /// Returns all edits, without those inside of others.
    ///
    /// - Parameter values: the stored values of the folds.
    func edits(with values: [TreeValue?]) -> [TreeEdit] {
        var all = edits
        for (fold, value) in zip(folds, values) {
            let new = Window(fold.query, server: value, fold.writes).value
            for update in TreeUpdate(.root, new).differences(from: value) {
                all.append(TreeEdit(fold.place.appending(update.place), setting: update.value))
            }
        }
        return all
    }
}
