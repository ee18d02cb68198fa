/// The state that a watch has delivered so far, and its differences to later ones.
struct WatchedSelection: Sendable {
    private let place: TreePlace
    private let selection: TreeSelection

    /// The state that the updates so far add up to.
    private var delivered: TreeValue?
    private var hasBegun = false

    /// Whether the state delivered last is from a cache.
    private(set) var isFromCache = false

    /// All children, for a limited selection that the engine can't seek.
    private var window: SelectedWindow?

    init(_ place: TreePlace, _ selection: TreeSelection) {
        self.place = place
        self.selection = selection
    }

    /// Returns the differences between the state delivered last and this one; none if only
    /// unselected children have changed.
    ///
    /// - Parameter marks: places at or above all changes, relative to the watched one.
    mutating func updates(
        of marks: WatchMarks, in state: some TreeState
    ) throws -> [TreeUpdate] {
        if marks.isEmpty { return [] }
        isFromCache = state.isFromCache
        guard hasBegun, !marks.isEverything else { return try readEverything(in: state) }
        let updates =
            selection == .all
            ? try updates(at: marks.places, in: state)
            : try updates(of: Set(marks.places.compactMap(\.keys.first)), in: state)
        // No other reference to the children is left, so that they are changed in place.
        for update in updates { delivered[update.place] = update.value }
        return updates
    }

    private mutating func readEverything(in state: some TreeState) throws -> [TreeUpdate] {
        var update = TreeUpdate(.root, nil)
        if selection.limit != nil, try !state.seeks(selection, at: place) {
            let children = try state.value(at: place)?.children ?? TreeChildren()
            let window = SelectedWindow(selection, of: children)
            self.window = window
            update.value = TreeValue(window.selected)
        } else {
            window = nil
            update.value = try state.value(at: place, selection)
        }
        let updates = hasBegun ? update.differences(from: delivered) : [update]
        delivered = update.value
        hasBegun = true
        return updates
    }

    private func updates(
        at places: [TreePlace], in state: some TreeState
    ) throws -> [TreeUpdate] {
        try places.flatMap { marked in
            let changed = marked.cut(belowScalarsOf: delivered)
            let value = try state.value(at: place.appending(changed))
            return TreeUpdate(changed, value).differences(from: delivered[changed])
        }
    }
}

// MARK: - Some children

extension WatchedSelection {
    private mutating func updates(
        of keys: Set<TreeKey>, in state: some TreeState
    ) throws -> [TreeUpdate] {
        let keys = keys.filter { selection.canSelect($0) }
        if keys.isEmpty { return [] }
        if window != nil {
            let changed = try keys.map { ($0, try child($0, in: state)) }
            let updates = window?.update(changed) ?? []
            return updates.filter { delivered[$0.place] != $0.value }
        }
        if selection.limit != nil { return try pageUpdates(of: keys, in: state) }
        return try keys.compactMap { key in
            let value = try child(key, in: state)
            let selected = value.flatMap { selection.contains(key, $0) ? $0 : nil }
            return selected == delivered[[key]] ? nil : TreeUpdate([key], selected)
        }
    }

    private func child(_ key: TreeKey, in state: some TreeState) throws -> TreeValue? {
        try state.value(at: place.appending(key))
    }

    /// Reads a page again, unless the changed children were and are outside of it.
    private func pageUpdates(
        of keys: Set<TreeKey>, in state: some TreeState
    ) throws -> [TreeUpdate] {
        let page = delivered?.children ?? TreeChildren()
        guard try concerns(page, keys, in: state) else { return [] }
        let new = try state.value(at: place, selection)?.children ?? TreeChildren()
        let gone = page.filter { new[$0.key] == nil }.map { TreeUpdate([$0.key], nil) }
        let here = new.filter { child in
            guard let old = page[child.key] else { return true }
            return keys.contains(child.key) && old != child.value
        }
        return gone + here.map { TreeUpdate([$0.key], $0.value) }
    }

    private func concerns(
        _ page: TreeChildren, _ keys: Set<TreeKey>, in state: some TreeState
    ) throws -> Bool {
        if keys.contains(where: { page[$0] != nil }) { return true }
        var children = page
        // In an order by key, the value doesn't matter.
        for key in keys {
            children[key] = selection.order == .key ? true : try child(key, in: state)
        }
        return selection.select(from: children).contains { keys.contains($0.key) }
    }
}

// MARK: - A limited selection

/// The children of a place within a limit, kept up to date as children change.
///
/// It keeps the positions of all children that the limit counts. So a change costs logarithmic
/// time: the child that enters because another has left is found without reading or sorting the
/// others.
package struct SelectedWindow: Sendable {
    private let selection: TreeSelection

    /// All children of the place.
    private var children: TreeChildren

    /// The positions within both bounds.
    private var positions = SortedTree<ChildPosition, Void>()

    /// The last position within the limit, counted from the limit's end; `nil` if the window is not
    /// full.
    private var edge: ChildPosition?

    package init(_ selection: TreeSelection, of children: TreeChildren) {
        self.selection = selection
        self.children = children
        var sorted = children.map { selection.position(of: $0.key, $0.value) }
            .filter(selection.contains)
        if selection.order != .key { sorted.sort() }
        positions = SortedTree(sorted: sorted.map { ($0, ()) })
        findEdge()
    }

    /// The selected children.
    package var selected: TreeChildren {
        TreeChildren(sorted: selection.select(from: children).sorted { $0.key < $1.key })
    }

    /// The current value of a child, selected or not.
    package subscript(key: TreeKey) -> TreeValue? { children[key] }

    /// Returns the selected children that aren't beyond a further edge. Costs logarithmic time for
    /// each of them.
    package func selected(within edge: ChildPosition?) -> TreeChildren {
        let keys = offsets(within: edge).map { positions[offset: $0].key.key }.sorted()
        return TreeChildren(sorted: keys.compactMap { key in children[key].map { (key, $0) } })
    }

    /// Returns the number of the selected children that aren't beyond a further edge.
    package func count(within edge: ChildPosition?) -> Int { offsets(within: edge).count }

    private func offsets(within edge: ChildPosition?) -> Range<Int> {
        let count = positions.count
        switch selection.limit {
        case .last(let limit)?:
            return max(count - limit, edge.map(positions.offset) ?? 0)..<count
        case .first(let limit)?:
            let known = edge.map { positions.offset(of: $0) + (positions[$0] == nil ? 0 : 1) }
            return 0..<min(limit, known ?? count, count)
        case nil: return 0..<count
        }
    }

    /// Updates some children, each to its current value.
    ///
    /// - Returns: each updated child that is selected now, each other child that has become
    ///   selected, and each child that no longer is, without a value.
    @discardableResult
    package mutating func update(_ changed: [(TreeKey, TreeValue?)]) -> [TreeUpdate] {
        let oldEdge = edge
        var concerned = Set<TreeKey>()
        for (key, value) in changed {
            if let position = position(of: key) {
                if isWithin(oldEdge, position) { concerned.insert(key) }
                positions.remove(position)
            }
            children[key] = value
            if let position = position(of: key) { positions.set((), for: position) }
        }
        findEdge()
        for (key, _) in changed where selects(key) { concerned.insert(key) }
        let others = positionsBetween(oldEdge, edge)
            .filter { isWithin(oldEdge, $0) != isWithin(edge, $0) }
        concerned.formUnion(others.map(\.key))
        return concerned.map { TreeUpdate([$0], selects($0) ? children[$0] : nil) }
    }

    /// Returns the position of a child, if it is within both bounds.
    private func position(of key: TreeKey) -> ChildPosition? {
        guard let value = children[key] else { return nil }
        let position = selection.position(of: key, value)
        return selection.contains(position) ? position : nil
    }

    private func selects(_ key: TreeKey) -> Bool {
        position(of: key).map { isWithin(edge, $0) } ?? false
    }

    private func isWithin(_ edge: ChildPosition?, _ position: ChildPosition) -> Bool {
        guard let edge else { return true }
        if case .last? = selection.limit { return position >= edge }
        return position <= edge
    }

    private mutating func findEdge() {
        switch selection.limit {
        case .first(let count)? where count < positions.count:
            edge = positions[offset: count - 1].key
        case .last(let count)? where count < positions.count:
            edge = positions[offset: positions.count - count].key
        default:
            edge = nil
        }
    }

    /// Returns the positions from one edge to another.
    private func positionsBetween(_ a: ChildPosition?, _ b: ChildPosition?) -> [ChildPosition] {
        if a == b { return [] }
        let edges = [a, b].compactMap(\.self).sorted()
        var (start, end) = (edges.first, edges.last)
        // A `nil` edge lies beyond all children.
        if edges.count == 1 {
            if case .last? = selection.limit { start = nil } else { end = nil }
        }
        return (start.map(positions.elements) ?? positions.makeIterator())
            .prefix { position, _ in end.map { position <= $0 } ?? true }
            .map(\.key)
    }
}

// MARK: - Helpers

extension TreeSelection {
    /// Whether a child with this key is selected for some of its values.
    fileprivate func canSelect(_ key: TreeKey) -> Bool {
        order != .key || contains(ChildPosition(value: nil, key: key))
    }

    /// Whether a child is within both bounds.
    fileprivate func contains(_ key: TreeKey, _ value: TreeValue) -> Bool {
        contains(position(of: key, value))
    }
}

extension TreePlace {
    /// Returns this place, or the place above it that has a scalar.
    ///
    /// A write below a scalar changes the scalar's place: with `a: 1`, setting `a/b` and removing
    /// it again leaves nothing at `a`.
    fileprivate func cut(belowScalarsOf value: TreeValue?) -> TreePlace {
        var value = value
        for (depth, key) in keys.enumerated() {
            guard case .children(let children)? = value else {
                return value == nil ? self : TreePlace(Array(keys.prefix(depth)))
            }
            value = children[key]
        }
        return self
    }
}

extension TreeUpdate {
    /// Returns the updates of the highest places at which this value differs from an old one.
    package func differences(from old: TreeValue?) -> [TreeUpdate] {
        guard case .children(let new)? = value, case .children(let old)? = old else {
            return value == old ? [] : [self]
        }
        var differences: [TreeUpdate] = []
        for (key, child) in new {
            let update = TreeUpdate(place.appending(key), child)
            differences += update.differences(from: old[key])
        }
        for (key, _) in old where new[key] == nil {
            differences.append(TreeUpdate(place.appending(key), nil))
        }
        return differences
    }
}
