import TypedDatabase

/// An element as an index has it.
struct IndexEntry: Hashable {
    /// The path of the collection.
    let collection: [UInt8]

    /// Where the element is: what it is ordered by, and its key.
    let position: [UInt8]
}

extension IndexEntry {
    init(_ key: TreeKey, _ order: OrderBytes, in collection: TreePlace) {
        self.init(
            collection: PathBytes(collection).bytes,
            position: order.bytes + PathBytes([key]).bytes)
    }
}

// Inside a transaction that has begun.
extension Connection {
    /// Puts a value at a place, and updates indexes.
    func put(
        _ value: TreeValue?, at place: TreePlace, updating indexes: ArraySlice<KeptIndex>
    ) throws {
        guard let kept = indexes.first else { return try put(value, at: place) }
        let others = indexes.dropFirst()
        switch kept.index.extent(ofChangeAt: place) {
        case .nothing:
            try put(value, at: place, updating: others)
        case .element(let element):
            let old = try entry(of: element, in: kept.index)
            try put(value, at: place, updating: others)
            let new = try entry(of: element, in: kept.index)
            guard new != old else { return }
            if let old { try run(.removeEntry, old, number: kept.number) }
            if let new { try run(.insertEntry, new, number: kept.number) }
        case .collections:
            try put(value, at: place, updating: others)
            try removeEntries(at: place, from: kept)
            try addEntries(of: value, at: place, to: kept)
        }
    }

    /// What an index should have of an element as it is now; `nil` if it isn't there.
    func entry(of element: TreePlace, in index: ChildIndex) throws -> IndexEntry? {
        guard let key = element.keys.last else { return nil }
        let order = try orderBytes(at: element.appending(index.child))
        if order == .nothing, try !hasAnything(at: element) { return nil }
        return IndexEntry(key, order, in: TreePlace(Array(element.keys.dropLast())))
    }

    private func orderBytes(at place: TreePlace) throws -> OrderBytes {
        let range = PathRange(subtreeOf: place)
        let statement = try statement(.leaves)
        defer { statement.reset() }
        try statement.bind(range)
        guard try statement.step() else { return .nothing }
        let isBelow = statement.bytes(at: 0).count > range.lower.count
        return isBelow ? .children : OrderBytes(try statement.scalar(at: 1))
    }

    /// Removes the elements of all collections at a place or below it.
    private func removeEntries(at place: TreePlace, from kept: KeptIndex) throws {
        let statement = try statement(.removeEntries)
        try statement.bind(PathRange(subtreeOf: place))
        try statement.bind(kept.number, at: 3)
        try statement.run()
    }

    /// Adds the elements of a value, which is at a place at or above the collections.
    private func addEntries(
        of value: TreeValue?, at place: TreePlace, to kept: KeptIndex
    ) throws {
        let children = value?.children ?? TreeChildren()
        guard place.depth < kept.index.collection.count else {
            for (key, child) in children {
                let order = OrderBytes(TreeValue?(child)[kept.index.child])
                try run(.insertEntry, IndexEntry(key, order, in: place), number: kept.number)
            }
            return
        }
        if let key = kept.index.collection[place.depth] {
            try addEntries(of: children[key], at: place.appending(key), to: kept)
        } else {
            for (key, child) in children {
                try addEntries(of: child, at: place.appending(key), to: kept)
            }
        }
    }

    func run(_ sql: SQL, _ entry: IndexEntry, number: Int64? = nil) throws {
        let statement = try statement(sql)
        try statement.bind(entry.collection, at: 1)
        try statement.bind(entry.position, at: 2)
        if let number { try statement.bind(number, at: 3) }
        try statement.run()
    }
}
