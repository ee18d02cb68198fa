import TypedDatabase

/// The documents of a target.
struct TargetDocuments: Sendable {
    /// The value at the target's place: a document's fields, or a collection's documents by ID.
    private(set) var value: TreeValue?

    /// The documents without fields, which are nothing in the tree, relative to the target's place.
    private var empty: Set<TreePlace> = []

    /// Sets the fields of a document at a place relative to the target's.
    mutating func set(_ fields: TreeValue?, at place: TreePlace) {
        value[place] = fields
        if fields == nil { empty.insert(place) } else { empty.remove(place) }
    }

    mutating func remove(_ place: TreePlace) {
        value[place] = nil
        empty.remove(place)
    }

    /// Returns the number of a target's documents.
    func count(_ target: ListenTarget) -> Int {
        let count = target.documents == .one ? value == nil ? 0 : 1 : value?.children.count ?? 0
        return count + empty.count
    }

    /// Whether the documents contain all that a target's watches select.
    func areComplete(_ target: ListenTarget) -> Bool {
        guard case .found(let query) = target.documents, query.query.limit != nil else {
            return true
        }
        let order = TreeSelection(order: query.selection.order)
        let found = order.select(from: value?.children ?? TreeChildren())
            .map { FoundDocument(key: $0.key, value: $0.value) }
        let all = found + empty.compactMap(\.keys.last).map { FoundDocument(key: $0, value: nil) }
        return query.isComplete(query.query.isDescending ? all.reversed() : all)
    }
}
