import TypedDatabase

/// The queries whose values are in the store.
struct Catalog: Sendable {
    struct Entry: Hashable, Sendable {
        let query: Query
        /// The time of the last use, in milliseconds since 1970.
        var lastUse: Int64
        /// The approximate number of bytes of the value.
        var byteCount: Int
        /// The number of bytes that were written since they were counted.
        var growth = 0
        /// The number of the value among all that were ever cached whole.
        fileprivate(set) var version = 0
    }

    private(set) var entries: [Int: Entry] = [:]
    private(set) var byteCount = 0
    private var ids: [Query: Int] = [:]
    private var places = PlaceIndex<Int>()
    private var lastID = 0
    private var lastVersion = 0

    func id(of query: Query) -> Int? { ids[query] }

    /// Returns a number for the value of a query, which may be in the catalog already.
    mutating func number(for query: Query) -> Int {
        if let id = ids[query] { return id }
        lastID += 1
        return lastID
    }

    mutating func insert(_ entry: Entry, id: Int) {
        remove(id)
        lastID = max(lastID, id)
        lastVersion += 1
        entries[id] = entry
        entries[id]?.version = lastVersion
        ids[entry.query] = id
        byteCount += entry.byteCount
        places.insert(id, at: entry.query.place)
    }

    @discardableResult
    mutating func remove(_ id: Int) -> Entry? {
        guard let entry = entries.removeValue(forKey: id) else { return nil }
        ids[entry.query] = nil
        byteCount -= entry.byteCount
        places.remove(id, at: entry.query.place)
        return entry
    }

    mutating func use(_ id: Int, at time: Int64) {
        entries[id]?.lastUse = time
    }

    /// Adds to a value's size what is written to it: more than the value grows, if it replaces
    /// something.
    ///
    /// - Returns: whether so much was written that the value is worth being measured again.
    mutating func grow(_ id: Int, by count: Int) -> Bool {
        guard var entry = entries[id] else { return false }
        entry.growth += count
        entry.byteCount += count
        byteCount += count
        entries[id] = entry
        return entry.growth > 1000 + (entry.byteCount - entry.growth) / 2
    }

    /// Takes the measured size of a value.
    mutating func measured(_ id: Int, _ count: Int) {
        guard let entry = entries[id] else { return }
        byteCount += count - entry.byteCount
        entries[id]?.byteCount = count
        entries[id]?.growth = 0
    }

    /// Whether a value is still in the store, as a whole.
    func has(_ stored: StoredValue) -> Bool { entries[stored.id]?.version == stored.version }

    /// Removes all queries. Their numbers aren't used again.
    mutating func removeAll() {
        for id in entries.keys { remove(id) }
    }

    /// Returns the queries of places at, above and below one.
    func overlapping(_ place: TreePlace) -> Set<Int> { places.overlapping(place) }

    /// Removes the least recently used queries until the rest has a size.
    ///
    /// - Returns: the removed ones.
    mutating func evict(to limit: Int, except kept: (Query) -> Bool) -> [Int] {
        guard byteCount > limit else { return [] }
        var evicted: [Int] = []
        let oldest = entries.sorted { ($0.value.lastUse, $0.key) < ($1.value.lastUse, $1.key) }
        for (id, entry) in oldest {
            if byteCount <= limit { break }
            if kept(entry.query) { continue }
            remove(id)
            evicted.append(id)
        }
        return evicted
    }
}

extension Catalog.Entry {
    /// Returns the entry as a value of the store.
    func stored(as id: Int) -> TreeValue {
        var children = query.stored.sealed(as: id)
        children["lastUse"] = .integer(lastUse)
        children["byteCount"] = .integer(Int64(byteCount))
        return .children(children)
    }

    /// Reads an entry; `nil` if it is damaged.
    init?(stored value: TreeValue, as id: Int) {
        let children = value.children
        let query = Query(stored: children)
        let byteCount = children["byteCount"].integer
        guard TreeValue.children(query.stored.sealed(as: id)).hasSeal(of: value),
            // The sum of all entries must not overflow.
            0..<1 << 40 ~= byteCount, case .integer(let lastUse)? = children["lastUse"]
        else { return nil }
        self.init(query: query, lastUse: lastUse, byteCount: Int(byteCount))
    }
}
