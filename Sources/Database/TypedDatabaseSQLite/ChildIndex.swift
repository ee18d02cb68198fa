import TypedDatabase

/// An index of collections by a child, or by their elements' own values.
struct ChildIndex: Hashable, Sendable {
    /// The keys that lead to the collections; `nil` for a wildcard.
    let collection: [TreeKey?]

    /// A place below each element; the root for the element itself.
    let child: TreePlace

    /// - Parameters:
    ///   - collection: the keys, with wildcards as in security rules, `userPosts/$userId`; `""` for
    ///     the root.
    ///   - child: `createdAt`, `team/name`, or `.value`.
    /// - Throws: `TreeDatabaseError` for a key that ``TreeLimits`` don't allow.
    init(collection: String, child: String) throws {
        do {
            self.collection = try Self.keys(collection).map { key in
                key.text.hasPrefix("$") ? nil : try Self.checked(key)
            }
            self.child =
                try child == ".value" ? .root : TreePlace(Self.keys(child).map(Self.checked))
            if child.isEmpty { throw TreeDatabaseError(.invalidKey, "\"\" is no child") }
        } catch let error as TreeDatabaseError {
            throw TreeDatabaseError(
                error.kind,
                "there can't be an index of \(collection.debugDescription) by "
                    + "\(child.debugDescription): \(error.message)")
        }
    }

    private static func keys(_ text: String) -> [TreeKey] {
        text.isEmpty ? [] : TreePlace(slashSeparated: text, omittingEmptyKeys: false).keys
    }

    private static func checked(_ key: TreeKey) throws -> TreeKey {
        try TreeLimits.check(key, in: .root)
        return key
    }
}

extension ChildIndex {
    /// Returns the indexes of a list from generated code: for each pattern of collections, the
    /// children that order them.
    static func all(in list: [String: [String]]) throws -> Set<ChildIndex> {
        var indexes: Set<ChildIndex> = []
        for (collection, children) in list {
            for child in children {
                indexes.insert(try ChildIndex(collection: collection, child: child))
            }
        }
        return indexes
    }

    /// The collection, as a parameter of ``init(collection:child:)``.
    var collectionText: String { collection.map { $0?.text ?? "$" }.joined(separator: "/") }

    /// The child, as a parameter of ``init(collection:child:)``.
    var childText: String { child == .root ? ".value" : child.description }
}

// MARK: - Places

extension ChildIndex {
    /// The part of an index that a change can affect.
    enum Extent: Hashable {
        case nothing
        /// One element.
        case element(TreePlace)
        /// All collections at the place or below it.
        case collections
    }

    func extent(ofChangeAt place: TreePlace) -> Extent {
        let count = matchingCount(of: place)
        if count < min(place.depth, collection.count) { return .nothing }
        if place.depth <= collection.count { return .collections }
        return .element(TreePlace(Array(place.keys.prefix(count + 1))))
    }

    /// Returns the number of a place's leading keys that match the collection's.
    func matchingCount(of place: TreePlace) -> Int {
        zip(collection, place.keys).prefix { $0 == nil || $0 == $1 }.count
    }

    /// Whether the index has the children of a place in an order.
    func has(_ order: TreeSelection.Order, at place: TreePlace) -> Bool {
        place.depth == collection.count && matchingCount(of: place) == place.depth
            && order == (child == .root ? .value : .child(child))
    }
}

// MARK: - Indexes in a file

/// An index in a file, with its number in that file.
struct KeptIndex {
    let number: Int64
    let index: ChildIndex
}

// The table `child_index`, which describes the contents of the other one, `indexed_child`.
extension Connection {
    /// Returns the file's indexes. Another process may have changed them since the last
    /// transaction.
    func keptIndexes() throws -> [KeptIndex] {
        let statement = try statement(.indexes)
        defer { statement.reset() }
        var indexes: [KeptIndex] = []
        while try statement.step() {
            let index = try ChildIndex(
                collection: try statement.text(at: 1), child: try statement.text(at: 2))
            indexes.append(KeptIndex(number: statement.integer(at: 0), index: index))
        }
        return indexes
    }

    /// Builds the indexes that the file lacks, inside a transaction.
    func build(_ indexes: Set<ChildIndex>) throws {
        for index in indexes.subtracting(try keptIndexes().map(\.index)) { try build(index) }
    }

    private func build(_ index: ChildIndex) throws {
        try run(.insertIndex, [.text(index.collectionText), .text(index.childText)])
        try addElements(of: .root, to: KeptIndex(number: lastRow, index: index))
    }

    /// Removes all indexes but some, inside a transaction.
    func dropIndexes(except indexes: Set<ChildIndex>) throws {
        for kept in try keptIndexes() where !indexes.contains(kept.index) {
            try run(.removeAllEntries, [.integer(kept.number)])
            try run(.removeIndex, [.integer(kept.number)])
        }
    }

    /// Adds all elements at a place or below it to an index that has none of them: sorted first, so
    /// that pages are written sequentially.
    func addElements(of place: TreePlace, to kept: KeptIndex) throws {
        try run("CREATE TEMP TABLE unsorted (collection, position)")
        try forEachElement(of: kept.index, in: place) { element in
            guard let entry = try entry(of: element, in: kept.index) else { return }
            try run(.insertUnsorted, entry.parameters)
        }
        try run(.insertSorted, [.integer(kept.number)])
        try run("DROP TABLE unsorted")
    }

    /// - Parameter place: a place at or above a collection of the index.
    func forEachElement(
        of index: ChildIndex, in place: TreePlace = .root, _ body: (TreePlace) throws -> Void
    ) throws {
        let start = TreePlace(index.collection.prefix { $0 != nil }.compactMap(\.self))
        let place = place.contains(start) ? start : place
        let path = PathBytes(place).bytes
        if let row = try row(atOrAbove: path) {
            return try forEachElement(of: index, in: try value(at: path, in: row), at: place, body)
        }
        var rest = ByteRange(subtreeOf: path)
        while let path = try firstPath(in: rest) {
            let row = try TreePlace(path: path)
            let place = TreePlace(Array(row.keys.prefix(index.matchingCount(of: row) + 1)))
            if place.depth > index.collection.count {
                try body(place)
            } else if place == row {
                try forEachElement(of: index, in: try rowValue(at: path), at: row, body)
            }
            rest.skip(subtreeOf: PathBytes(place).bytes, isDescending: false)
        }
    }

    /// Calls a closure with the elements in the value of a place at or above the collections.
    private func forEachElement(
        of index: ChildIndex, in value: TreeValue?, at place: TreePlace,
        _ body: (TreePlace) throws -> Void
    ) throws {
        if place.depth > index.collection.count { return try body(place) }
        guard index.matchingCount(of: place) == place.depth else { return }
        for (key, child) in value?.children ?? TreeChildren() {
            try forEachElement(of: index, in: child, at: place.appending(key), body)
        }
    }
}

// MARK: - Reading

/// An element of an index, with its position.
struct IndexedElement {
    let key: TreeKey
    let path: [UInt8]
}

// An index and its elements have to be read from one state of the file: in a snapshot.
extension Connection {
    /// Returns an index that has the children of a place in an order.
    func index(of place: TreePlace, by order: TreeSelection.Order) throws -> KeptIndex? {
        if order == .key { return nil }
        return try keptIndexes().first { $0.index.has(order, at: place) }
    }

    /// Returns the selected children of a place, in order; `nil` without an index for the order.
    func indexedElements(
        at place: TreePlace, _ selection: TreeSelection
    ) throws -> [IndexedElement]? {
        guard let range = ByteRange(positionsIn: selection),
            let kept = try index(of: place, by: selection.order)
        else { return nil }
        let (limit, isDescending) = selection.count
        let statement = try statement(isDescending ? .positionsDescending : .positions)
        defer { statement.reset() }
        let collection = PathBytes(place).bytes
        try statement.bind(range.parameters + [.integer(kept.number), .bytes(collection)])
        var elements: [IndexedElement] = []
        var last: [UInt8]?
        while elements.count < limit, try statement.step() {
            let position = Array(try statement.path(at: 0))
            let isInOrder = last.map {
                isDescending ? position.precedes($0) : $0.precedes(position)
            }
            guard range.contains(position), isInOrder ?? true else { throw RowCursor.disorder }
            last = position
            let start = try OrderBytes.count(in: position)
            let key = try TreeKey.read(from: position, at: start).key
            elements.append(IndexedElement(key: key, path: collection + position[start...]))
        }
        if isDescending { elements.reverse() }
        return elements
    }

    /// Returns the elements with their values.
    ///
    /// They are read in the order of their keys, so that the children don't have to be sorted.
    func children(_ elements: [IndexedElement]) throws -> TreeChildren {
        let elements = elements.sorted { $0.path.precedes($1.path) }
        // A damaged index may have an element twice.
        let distinct = zip(elements.indices, elements).filter { index, element in
            index == 0 || element.path != elements[index - 1].path
        }
        return TreeChildren(
            sorted: try distinct.map { _, element in
                // Most elements have a row.
                let whole = try rowValue(at: element.path)
                guard let value = try whole ?? value(atPath: element.path) else {
                    throw SQLiteFailure.damage("an index has an element that isn't there")
                }
                return (element.key, value)
            })
    }
}

// MARK: - Writing

/// The entries of an index that a write of one place makes stale.
enum StaleEntries {
    /// An element's entry, if it had one.
    case element(TreePlace, IndexEntry?, in: KeptIndex)

    /// The entries of all collections at the place or below it.
    case collections(in: KeptIndex)
}

// For use inside a transaction.
extension Connection {
    /// Returns the entries that a write of a place is about to make stale.
    ///
    /// - Parameter isEmpty: whether the place is known to be empty.
    func staleEntries(
        at place: TreePlace, isEmpty: Bool = false, in indexes: [KeptIndex]
    ) throws -> [StaleEntries] {
        try indexes.compactMap { kept in
            switch kept.index.extent(ofChangeAt: place) {
            case .nothing: nil
            case .element(let element):
                isEmpty && element == place
                    ? .element(element, nil, in: kept)
                    : .element(element, try entry(of: element, in: kept.index), in: kept)
            case .collections: .collections(in: kept)
            }
        }
    }

    /// Updates entries, once the value is at its place.
    ///
    /// - Parameters:
    ///   - value: the value at the place, if it is known.
    ///   - added: the entries that are added to the file later. They are added before others are
    ///     removed, since these can be among them.
    ///   - addAll: adds the entries of all collections at the place or below it.
    func update(
        _ stale: StaleEntries, at place: TreePlace, to value: TreeValue? = nil,
        _ added: inout NewEntries, addAll: (KeptIndex, inout NewEntries) throws -> Void
    ) throws {
        switch stale {
        case .element(let element, let old, let kept):
            let new: IndexEntry?
            if let value, element == place {
                new = kept.index.entry(of: element, OrderBytes(TreeValue?(value)[kept.index.child]))
            } else {
                new = try entry(of: element, in: kept.index)
            }
            guard new != old else { return }
            if let old {
                try insert(&added)
                try run(.removeEntry, old.parameters + [.integer(kept.number)])
            }
            if let new { added.append(new, in: kept) }
        case .collections(let kept):
            try insert(&added)
            try removeEntries(at: place, from: kept)
            try addAll(kept, &added)
        }
    }

    /// Adds collected entries to the file.
    func insert(_ entries: inout NewEntries) throws {
        for (number, entry) in entries.takeSorted() {
            try run(.insertEntry, entry.parameters + [.integer(number)])
        }
    }

    /// Returns the current entry of an element; `nil` if the element doesn't exist.
    func entry(of element: TreePlace, in index: ChildIndex) throws -> IndexEntry? {
        let path = PathBytes(element).bytes
        if let row = try row(atOrAbove: path) {
            guard let value = try value(at: path, in: row) else { return nil }
            return index.entry(of: element, OrderBytes(TreeValue?(value)[index.child]))
        }
        if try firstPath(in: ByteRange(subtreeOf: path)) == nil { return nil }
        let order = try orderBytes(at: element.appending(index.child))
        return index.entry(of: element, order)
    }

    private func orderBytes(at place: TreePlace) throws -> OrderBytes {
        let path = PathBytes(place).bytes
        if let row = try row(atOrAbove: path) { return OrderBytes(try value(at: path, in: row)) }
        return try firstPath(in: ByteRange(subtreeOf: path)) == nil ? .nothing : .children
    }

    /// Removes the elements of all collections at a place or below it.
    private func removeEntries(at place: TreePlace, from kept: KeptIndex) throws {
        let range = ByteRange(subtreeOf: place)
        try run(.removeEntries, range.parameters + [.integer(kept.number)])
    }

    /// Collects the elements of a value, whose place is at or above the collections.
    func addEntries(
        of value: TreeValue?, at place: TreePlace, in kept: KeptIndex, to entries: inout NewEntries
    ) {
        let children = value?.children ?? TreeChildren()
        guard place.depth < kept.index.collection.count else {
            for (key, child) in children {
                let order = OrderBytes(TreeValue?(child)[kept.index.child])
                entries.append(IndexEntry(key, order, in: place), in: kept)
            }
            return
        }
        if let key = kept.index.collection[place.depth] {
            let place = place.appending(key)
            addEntries(of: children[key], at: place, in: kept, to: &entries)
        } else {
            for (key, child) in children {
                addEntries(of: child, at: place.appending(key), in: kept, to: &entries)
            }
        }
    }
}

extension ChildIndex {
    /// Returns the entry of an element with an order.
    fileprivate func entry(of element: TreePlace, _ order: OrderBytes) -> IndexEntry? {
        guard let key = element.keys.last else { return nil }
        return IndexEntry(key, order, in: TreePlace(Array(element.keys.dropLast())))
    }
}

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
