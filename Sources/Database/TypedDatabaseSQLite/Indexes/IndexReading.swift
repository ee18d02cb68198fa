import TypedDatabase

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
