import TypedPaths

/// A query without its types.
struct ChildrenRequest: Sendable {
    let database: TreeDatabase
    let place: TreePlace
    private(set) var selection = TreeSelection.all
    private(set) var isReversed = false

    /// The reason why the query is invalid. Queries are built without `try`, and throw it later.
    private var failure: (any Error)?

    init(_ database: TreeDatabase, _ place: TreePlace) {
        self.database = database
        self.place = place
    }

    /// Returns the selection for the engine. Throws if the query is invalid.
    func checkedSelection() throws -> TreeSelection {
        if let failure { throw failure }
        try TreeLimits.check(place)
        return selection
    }

    private mutating func attempt(_ change: (inout TreeSelection) throws -> Void) {
        guard failure == nil else { return }
        do {
            try change(&selection)
        } catch {
            failure = error
        }
    }

    func invalid(_ message: String) -> TreeDatabaseError {
        TreeDatabaseError(.invalidQuery, at: place, message)
    }
}

// MARK: - Order

extension ChildrenRequest {
    func reversed() -> Self {
        var request = self
        request.isReversed.toggle()
        return request
    }

    /// - Parameter child: returns the place below each child; the child itself for an order by
    ///   value.
    func ordered(by child: () throws -> TreePlace) -> Self {
        var request = self
        request.attempt { selection in
            if selection.lower != nil || selection.upper != nil {
                throw invalid("the bounds are keys; say first what to order by, then the bounds")
            }
            let child = try child()
            for key in child.keys { try TreeLimits.check(key, in: place) }
            selection.order = child.depth == 0 ? .value : .child(child)
        }
        return request
    }
}

// MARK: - Bounds

extension ChildrenRequest {
    enum End {
        case lower, upper, both
    }

    func bounded(_ end: End, by key: some PathKey, isInclusive: Bool = true) -> Self {
        bounded(end, isInclusive) {
            let key = TreeKey(key.pathKey)
            try TreeLimits.check(key, in: place)
            return .key(key)
        }
    }

    func bounded(_ end: End, by value: some Encodable, isInclusive: Bool = true) -> Self {
        bounded(end, isInclusive) {
            let bound = try database.encoder.encode(value, at: place)
            if case .children? = bound.value {
                throw invalid("a bound is a bool, a number or a string, not \(value)")
            }
            guard bound.serverTimes.isEmpty else {
                throw invalid("a bound can't be the time of the server")
            }
            try TreeLimits.check(bound.value, at: place)
            return .value(bound.value, nil)
        }
    }

    private func bounded(
        _ end: End, _ isInclusive: Bool, by position: () throws -> TreePosition
    ) -> Self {
        var request = self
        request.attempt { selection in
            let bound = TreeSelection.Bound(try position(), isInclusive: isInclusive)
            if end != .upper { selection.lower = bound }
            if end != .lower { selection.upper = bound }
        }
        return request
    }
}

// MARK: - Limit

extension ChildrenRequest {
    func first(_ count: Int) -> Self {
        limited(to: count, isReversed ? TreeSelection.Limit.last : TreeSelection.Limit.first)
    }

    func last(_ count: Int) -> Self {
        limited(to: count, isReversed ? TreeSelection.Limit.first : TreeSelection.Limit.last)
    }

    private func limited(to count: Int, _ limit: (Int) -> TreeSelection.Limit) -> Self {
        var request = self
        request.attempt { selection in
            guard count > 0 else { throw invalid("a limit is at least 1, not \(count)") }
            selection.limit = limit(count)
        }
        return request
    }
}

// MARK: - Reading

extension ChildrenRequest {
    typealias PositionedValue = (position: ChildPosition, value: TreeValue)

    nonisolated(nonsending) func keys<Key: PathKey>() async throws -> ChildKeys<Key> {
        let selection = try checkedSelection()
        switch try await database.engine.keys(of: place, selection) {
        case .nothing, .scalar: return ChildKeys([])
        case .children(let keys): return isReversed ? ChildKeys(keys.reversed()) : ChildKeys(keys)
        }
    }

    nonisolated(nonsending) func count() async throws -> Int {
        let selection = try checkedSelection()
        // The order doesn't matter for a count of all children.
        return try await database.engine.count(of: place, selection.isCut ? selection : .all)
    }

    /// - Parameter element: the type of the children.
    func source(of element: Any.Type) -> ChildSource {
        ChildSource(parent: place, of: element, decoder: database.decoder)
    }

    /// Returns the children of a value that the engine has read with the selection.
    func children<Key, Value>(of value: TreeValue?) -> Children<Key, Value> {
        guard selection.order == .key, let value else { return children(positioned(value)[...]) }
        let children = value.children
        var nodes = nodeList(Key.self, Value.self, count: children.count)
        for (key, value) in children { nodes.append(ChildPosition(value: nil, key: key), value) }
        return self.children(nodes)
    }

    /// Returns the children with their positions in the order, from first to last.
    func positioned(_ value: TreeValue?) -> [PositionedValue] {
        let children = value?.children ?? TreeChildren()
        let positioned = children.map { (selection.position(of: $0.key, $0.value), $0.value) }
        if selection.order == .key { return positioned }
        // Sorting indexes is faster than moving the elements themselves.
        let ranks = positioned.map { PositionRank($0.0) }
        let order = positioned.indices.sorted { a, b in
            PositionRank.isAscending(ranks[a], ranks[b]) ?? (positioned[a].0 < positioned[b].0)
        }
        return order.map { positioned[$0] }
    }

    /// - Parameter positioned: the children from first to last.
    func children<Key, Value>(_ positioned: ArraySlice<PositionedValue>) -> Children<Key, Value> {
        var nodes = nodeList(Key.self, Value.self, count: positioned.count)
        for (position, value) in positioned { nodes.append(position, value) }
        return children(nodes)
    }

    private func nodeList<Key: PathKey, Value>(
        _ keys: Key.Type, _ values: Value.Type, count: Int
    ) -> NodeList {
        NodeList(source(of: values).node(keys, values), count: count)
    }

    private func children<Key, Value>(_ list: NodeList) -> Children<Key, Value> {
        Children(
            SortedTree(sorted: list.nodes), isReversed: isReversed, invalidKeys: list.invalidKeys)
    }
}

/// The nodes of a query's children, from first to last.
///
/// It isn't generic, so that its code is specialized for nodes: see ``ChildNode``.
private struct NodeList {
    private(set) var nodes: [(key: ChildPosition, value: ChildNode)] = []
    private(set) var invalidKeys: [TreeKey] = []
    private let makeNode: (TreeKey, TreeValue) -> ChildNode?

    init(_ makeNode: @escaping (TreeKey, TreeValue) -> ChildNode?, count: Int) {
        self.makeNode = makeNode
        nodes.reserveCapacity(count)
    }

    mutating func append(_ position: ChildPosition, _ value: TreeValue) {
        if let node = makeNode(position.key, value) {
            nodes.append((position, node))
        } else {
            invalidKeys.append(position.key)
        }
    }
}
