import TypedDatabase

/// The content of the store, without the cached values.
struct StoredState: Sendable {
    var pending: [PendingWrite] = []
    var refused: [RefusedWrite] = []
    var catalog = Catalog()

    /// The edits that repair a damaged store.
    private(set) var repairs: [TreeEdit] = []

    /// Makes the state of the values at the store's places.
    ///
    /// No write is lost silently: a damaged one becomes a refused one. If an entry of the cache is damaged, the whole cache is dropped.
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
        refuse(damaged)
        catalog = Catalog(queries) ?? dropCache()
    }

    /// Adds damaged writes to the refused ones, with new numbers.
    private mutating func refuse(_ damaged: [(place: TreePlace, write: PendingWrite)]) {
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

// MARK: - Owner

/// The mark of a store: the form of its content, and the user whose data it keeps.
struct StoreOwner: Hashable, Sendable {
    /// The user; `nil` if the app doesn't tell users apart.
    var user: String?
    var format: Int64 = 1

    /// The owner as a value of the store.
    var stored: TreeValue {
        var children: TreeChildren = ["format": .integer(format)]
        children["user"] = user.map { .string($0) }
        return .children(children.sealed(as: 0))
    }

    private init(stored value: TreeValue) {
        user = value.children["user"].map(\.text)
        format = value.children["format"].integer
    }

    init(user: String?) {
        self.user = user
    }

    /// Returns whether the mark has to be made: in a new store, or in one without data.
    ///
    /// - Parameters:
    ///   - mark: the value at the mark's place.
    ///   - keys: the keys of the store's root.
    /// - Throws: `TreeDatabaseError` if the store's data are another user's, or an app's own.
    func claims(_ mark: TreeValue?, _ keys: [TreeKey]) throws -> Bool {
        let own = StorePlaces.content
        let others = keys.filter { ([StorePlaces.owner] + own).contains([$0]) == false }
        let isEmpty = !keys.contains { own.contains([$0]) }
        if let other = others.first {
            throw Self.unsuitable(
                "the store has other data, such as \(other.text.debugDescription): give "
                    + "OfflineEngine a store of its own")
        }
        guard let mark else {
            if isEmpty { return true }
            throw Self.unsuitable(
                "the store has data that aren't an OfflineEngine's, or are of a version before the "
                    + "first release: give it a store of its own")
        }
        let found = StoreOwner(stored: mark)
        guard found.stored.hasSeal(of: mark) else {
            if isEmpty { return true }
            throw TreeDatabaseError(
                .damagedFile, at: StorePlaces.owner,
                "the store is damaged, and doesn't say whose data it has: use a new one; what was "
                    + "pending can be read in this one, at outbox")
        }
        guard found.format <= format else {
            throw Self.unsuitable(
                "the store was written by a newer version of this library: its format is "
                    + "\(found.format), and this one knows \(format)")
        }
        if found == self || isEmpty { return found != self }
        throw Self.unsuitable(
            "the store has data of \(found.name), and this engine is for \(name): use a store for "
                + "each user, or reset() the store as \(found.name) first")
    }

    private var name: String { user.map { "the user \($0.debugDescription)" } ?? "no user" }

    private static func unsuitable(_ message: String) -> TreeDatabaseError {
        TreeDatabaseError(.unsuitableFile, message)
    }
}

// MARK: - Places

/// The places of the store: see `offline.paths.json`.
enum StorePlaces {
    static let owner: TreePlace = ["owner"]
    static let outbox: TreePlace = ["outbox"]
    static let refused: TreePlace = ["refused"]
    static let queries: TreePlace = ["queries"]
    static let values: TreePlace = ["values"]

    /// The places of everything but the owner's mark.
    static let content = [outbox, refused, queries, values]

    static func pending(_ id: Int) -> TreePlace { ["outbox", "\(id)"] }
    static func isSent(_ id: Int) -> TreePlace { ["outbox", "\(id)", "isSent"] }
    static func refused(_ id: Int) -> TreePlace { ["refused", "\(id)"] }
    static func query(_ id: Int) -> TreePlace { ["queries", "\(id)"] }
    static func lastUse(_ id: Int) -> TreePlace { ["queries", "\(id)", "lastUse"] }
    static func byteCount(_ id: Int) -> TreePlace { ["queries", "\(id)", "byteCount"] }
    static func value(_ id: Int) -> TreePlace { ["values", "\(id)"] }

    /// Returns the number of the cached value at, above or described by a place.
    static func cacheID(_ place: TreePlace) -> Int? {
        guard place.depth > 1, values.contains(place) || queries.contains(place) else { return nil }
        return place.keys[1].integer.map { Int($0) }
    }

    /// Whether the outcome of a write is stored at a place: it leaves the outbox, or is refused.
    static func isOutcome(_ place: TreePlace) -> Bool {
        outbox.contains(place) || refused.contains(place)
    }
}

extension TreeEdit {
    /// Makes an edit that sets a value.
    init(_ place: TreePlace, setting value: TreeValue?) {
        self.init(place, .set(PendingValue(value)))
    }

    /// Whether a store can't hold what the edit sets.
    var isTooDeep: Bool {
        let levels = TreeLimits.depth - place.depth
        if levels < 0 { return true }
        guard case .set(let pending) = operation else { return false }
        return pending.value?.isDeeper(than: levels) == true
    }
}
