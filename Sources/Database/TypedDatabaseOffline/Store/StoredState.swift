import TypedDatabase

/// The content of the store, without the cached values.
struct StoredState: Sendable {
    var pending: [PendingWrite] = []
    var refused: [RefusedWrite] = []
    var catalog = Catalog()

    /// The changes that make a damaged store sound.
    private(set) var repairs: [TreeEdit] = []

    /// Makes the state of the values at the store's places.
    ///
    /// Damage takes away as little as it can, and no write without a word: a damaged write becomes a
    /// refused one. If an entry of the cache is damaged, the whole cache is dropped.
    init(outbox: TreeValue?, refused: TreeValue?, queries: TreeValue?) {
        let outbox = Record.all(outbox, at: StorePlaces.outbox)
        let refused = Record.all(refused, at: StorePlaces.refused)
        var damaged: [(place: TreePlace, write: PendingWrite)] = []
        for record in refused {
            let write = RefusedWrite(record.id ?? 0, stored: record.value)
            if record.id != nil, write.isIntact(as: record.value) {
                self.refused.append(write)
            } else {
                damaged.append((record.place, PendingWrite(write.id, stored: record.value)))
            }
        }
        for record in outbox {
            let write = PendingWrite(record.id ?? 0, stored: record.value)
            if record.id != nil, write.isIntact(as: record.value) {
                pending.append(write)
            } else {
                damaged.append((record.place, write))
            }
        }
        take(damaged)
        catalog = Catalog(queries) ?? dropCache()
    }

    /// Adds damaged writes to the refused ones, with new numbers.
    private mutating func take(_ damaged: [(place: TreePlace, write: PendingWrite)]) {
        if damaged.isEmpty { return }
        var last = (pending.map(\.id) + refused.map(\.id)).max() ?? 0
        for (place, write) in damaged {
            last += 1
            let new = PendingWrite(id: last, edits: write.edits, time: write.time)
            refused.append(RefusedWrite(damaged: new, at: place))
        }
        let outbox = pending.map { (TreeKey("\($0.id)"), $0.storedWithState) }
        let refused = refused.map { (TreeKey("\($0.id)"), $0.stored) }
        repairs += [
            TreeEdit(StorePlaces.outbox, setting: TreeValue(TreeChildren(outbox))),
            TreeEdit(StorePlaces.refused, setting: TreeValue(TreeChildren(refused))),
        ]
    }

    private mutating func dropCache() -> Catalog {
        repairs += [StorePlaces.queries, StorePlaces.values].map { TreeEdit($0, setting: nil) }
        return Catalog()
    }
}

/// A numbered value of the store.
private struct Record {
    let place: TreePlace
    /// The number; `nil` if the key is none.
    let id: Int?
    let value: TreeValue

    /// Returns the records at a place. A scalar in place of records is a damaged one.
    static func all(_ value: TreeValue?, at place: TreePlace) -> [Record] {
        guard case .children(let children)? = value else {
            return value.map { [Record(place: place, id: nil, value: $0)] } ?? []
        }
        return children.map { key, value in
            let id = key.integer.flatMap { $0 > 0 && key.text == "\($0)" ? Int($0) : nil }
            return Record(place: place.appending(key), id: id, value: value)
        }
    }
}

extension Catalog {
    /// Makes the catalog of the store's queries; `nil` if one of them is damaged.
    fileprivate init?(_ queries: TreeValue?) {
        self.init()
        for record in Record.all(queries, at: StorePlaces.queries) {
            guard let id = record.id, let entry = Entry(stored: record.value, as: id),
                self.id(of: entry.query) == nil
            else { return nil }
            insert(entry, id: id)
        }
    }
}

extension PendingWrite {
    fileprivate var storedWithState: TreeValue {
        var children = stored.children
        if state == .sent { children["isSent"] = true }
        return .children(children)
    }
}
