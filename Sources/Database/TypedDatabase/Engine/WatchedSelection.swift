/// The state that a watch has delivered so far, and its differences to later ones.
struct WatchedSelection: Sendable {
    private let place: TreePlace
    private let selection: TreeSelection

    /// The state that the updates so far add up to; `nil` before the first.
    private var delivered: TreeValue??

    /// All children, for a limited selection that the engine can't seek.
    private var window: SelectedWindow?

    init(_ place: TreePlace, _ selection: TreeSelection) {
        self.place = place
        self.selection = selection
    }

    /// Makes the next update deliver the whole state again.
    mutating func restart() {
        self = WatchedSelection(place, selection)
    }

    /// Returns the differences between the state delivered last and this one; none if only
    /// unselected children have changed.
    ///
    /// - Parameter marks: places at or above all changes, relative to the watched one.
    mutating func updates(
        of marks: WatchMarks, in state: some TreeState
    ) throws -> [TreeUpdate] {
        if marks.isEmpty { return [] }
        guard !marks.isEverything, let delivered else { return try readEverything(in: state) }
        if selection == .all { return try update(marks.places, delivered, in: state) }
        let keys = Set(marks.places.compactMap(\.keys.first))
        let updates = try updates(of: keys, delivered?.children ?? TreeChildren(), in: state)
        apply(updates)
        return updates
    }

    private mutating func apply(_ updates: [TreeUpdate]) {
        var value = delivered ?? nil
        // Releases this reference, so that the value is changed in place.
        delivered = .some(nil)
        for update in updates { value[update.place] = update.value }
        delivered = .some(value)
    }

    // MARK: - Everything

    private mutating func readEverything(in state: some TreeState) throws -> [TreeUpdate] {
        let new: TreeValue?
        if selection.limit != nil, try !state.seeks(selection, at: place) {
            let children = try state.value(at: place)?.children ?? TreeChildren()
            let window = SelectedWindow(selection, of: children)
            self.window = window
            new = TreeValue(window.selected)
        } else {
            window = nil
            new = try state.value(at: place, selection)
        }
        defer { delivered = .some(new) }
        let update = TreeUpdate(.root, new)
        return delivered.map(update.differences) ?? [update]
    }

    private mutating func update(
        _ places: [TreePlace], _ delivered: TreeValue?, in state: some TreeState
    ) throws -> [TreeUpdate] {
        var updates: [TreeUpdate] = []
        for marked in places {
            let changed = marked.cut(belowScalarsOf: delivered)
            let value = try state.value(at: place.appending(changed))
            updates += TreeUpdate(changed, value).differences(from: delivered[changed])
        }
        apply(updates)
        return updates
    }
}

// MARK: - Some children

extension WatchedSelection {
    private mutating func updates(
        of keys: Set<TreeKey>, _ delivered: TreeChildren, in state: some TreeState
    ) throws -> [TreeUpdate] {
        let keys = keys.filter { selection.canSelect($0) }
        if keys.isEmpty { return [] }
        if window != nil {
            let changed = try keys.map { ($0, try child($0, in: state)) }
            let updates = window?.update(changed) ?? []
            return updates.filter { TreeValue?.some(.children(delivered))[$0.place] != $0.value }
        }
        if selection.limit != nil { return try pageUpdates(of: keys, delivered, in: state) }
        return try keys.compactMap { key in
            let value = try child(key, in: state)
            let selected = value.flatMap { selection.contains(key, $0) ? $0 : nil }
            return selected == delivered[key] ? nil : TreeUpdate([key], selected)
        }
    }

    private func child(_ key: TreeKey, in state: some TreeState) throws -> TreeValue? {
        try state.value(at: place.appending(key))
    }

    /// Reads a page again, unless the changed children were and are outside of it.
    private func pageUpdates(
        of keys: Set<TreeKey>, _ page: TreeChildren, in state: some TreeState
    ) throws -> [TreeUpdate] {
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
        if selection.order == .key { return keys.contains { isInside($0, page) } }
        var children = page
        for key in keys { children[key] = try child(key, in: state) }
        return selection.select(from: children).contains { keys.contains($0.key) }
    }

    /// Whether a key is within a page: not beyond the last child of a full one.
    private func isInside(_ key: TreeKey, _ page: TreeChildren) -> Bool {
        switch selection.limit {
        case .first(let count)? where page.count == count: key < page[offset: count - 1].key
        case .last(let count)? where page.count == count: key > page[offset: 0].key
        default: true
        }
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
