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

    /// Adds the size of a write to a value's: too much if the write replaces something.
    ///
    /// - Returns: whether the value should be measured again.
    mutating func grow(_ id: Int, by count: Int) -> Bool {
        guard var entry = entries[id] else { return false }
        entry.growth += count
        entry.byteCount += count
        byteCount += count
        entries[id] = entry
        return entry.growth > 1000 + (entry.byteCount - entry.growth) / 2
    }

    /// Sets the measured size of a value.
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

    /// Evicts the least recently used queries until the values are within the limit.
    ///
    /// - Returns: the numbers of the evicted ones.
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

// MARK: - Sizes

extension TreeValue {
    /// The approximate number of bytes of the value in a file.
    var approximateByteCount: Int {
        switch self {
        case .bool: 1
        case .integer, .double: 8
        case .string(let text): text.utf8.count
        case .children(let children):
            children.reduce(0) { $0 + $1.key.text.utf8.count + 8 + $1.value.approximateByteCount }
        }
    }
}

extension [TreeEdit] {
    var approximateByteCount: Int {
        reduce(0) { count, edit in
            guard case .set(let value) = edit.operation else { return count + 8 }
            return count + (value.value?.approximateByteCount ?? 0) + 8
        }
    }
}

// MARK: - Places

/// A tree of elements by place, which finds those at, above and below a place without visiting
/// others.
struct PlaceIndex<Element: Hashable & Sendable>: Sendable {
    private var elements: Set<Element> = []
    private var children: [TreeKey: PlaceIndex] = [:]

    var isEmpty: Bool { elements.isEmpty && children.isEmpty }

    mutating func insert(_ element: Element, at place: TreePlace) {
        change(at: place.keys[...]) { $0.insert(element) }
    }

    mutating func remove(_ element: Element, at place: TreePlace) {
        change(at: place.keys[...]) { $0.remove(element) }
    }

    private mutating func change(
        at keys: ArraySlice<TreeKey>, _ body: (inout Set<Element>) -> Void
    ) {
        guard let key = keys.first else { return body(&elements) }
        children[key, default: PlaceIndex()].change(at: keys.dropFirst(), body)
        if children[key]?.isEmpty == true { children[key] = nil }
    }

    /// Returns the elements at, above and below a place.
    func overlapping(_ place: TreePlace) -> Set<Element> {
        var found: Set<Element> = []
        collectAbove(place, into: &found)?.collectBelow(into: &found)
        return found
    }

    /// Returns the elements at and above a place.
    func above(_ place: TreePlace) -> Set<Element> {
        var found: Set<Element> = []
        _ = collectAbove(place, into: &found)
        return found
    }

    /// - Returns: the index of the place itself; `nil` if there is nothing at or below it.
    private func collectAbove(_ place: TreePlace, into found: inout Set<Element>) -> PlaceIndex? {
        found.formUnion(elements)
        var index = self
        for key in place.keys {
            guard let child = index.children[key] else { return nil }
            index = child
            found.formUnion(child.elements)
        }
        return index
    }

    private func collectBelow(into found: inout Set<Element>) {
        for child in children.values {
            found.formUnion(child.elements)
            child.collectBelow(into: &found)
        }
    }
}
