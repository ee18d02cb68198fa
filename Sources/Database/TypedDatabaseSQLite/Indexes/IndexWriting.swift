import TypedDatabase

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
