/// The entries that a batch adds to indexes, collected so that they are written in their order.
///
/// A bulk insert's elements come in the order of their keys, and their entries in any other.
struct NewEntries {
    private var entries: [(number: Int64, entry: IndexEntry)] = []

    mutating func append(_ entry: IndexEntry, in kept: KeptIndex) {
        entries.append((kept.number, entry))
    }

    /// Removes and returns the entries with their indexes' numbers, in the order of the file's
    /// rows.
    mutating func takeSorted() -> [(number: Int64, entry: IndexEntry)] {
        defer { entries = [] }
        if entries.count < 2 { return entries }
        return entries.sorted { a, b in
            a.number == b.number ? a.entry.precedes(b.entry) : a.number < b.number
        }
    }
}

extension IndexEntry {
    fileprivate func precedes(_ other: IndexEntry) -> Bool {
        collection == other.collection
            ? position.precedes(other.position) : collection.precedes(other.collection)
    }
}
