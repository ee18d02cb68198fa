import TypedDatabase

/// The content of the store, without the cached values.
struct StoredState: Sendable {
    var pending: [PendingWrite] = []
    var refused: [RefusedWrite] = []
    var catalog = Catalog()

    /// Makes the state of the values at the store's places.
    init(outbox: TreeValue?, refused: TreeValue?, queries: TreeValue?) {
        for (key, value) in outbox?.children ?? TreeChildren() {
            if let id = key.integer { pending.append(PendingWrite(Int(id), stored: value)) }
        }
        for (key, value) in refused?.children ?? TreeChildren() {
            if let id = key.integer { self.refused.append(RefusedWrite(Int(id), stored: value)) }
        }
        for (key, value) in queries?.children ?? TreeChildren() {
            guard let id = key.integer else { continue }
            let children = value.children
            catalog.insert(
                Catalog.Entry(
                    query: Query(stored: children), lastUse: children["lastUse"].integer,
                    byteCount: Int(children["byteCount"].integer)), id: Int(id))
        }
    }
}
