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
