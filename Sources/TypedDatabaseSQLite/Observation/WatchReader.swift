import TypedDatabase

/// What a watch has to know about what it has told already, and how it reads what is new.
struct WatchReader {
    private let place: TreePlace
    private let selection: TreeSelection
    private var told: Told

    private enum Told {
        /// What is selected doesn't depend on what is there: all children, or those between two keys.
        case anything

        /// The children at an end of an order that can be read from there: by key, or with an index.
        /// They are read again when they change.
        case page(TreeChildren)

        /// All children between two values, by their keys.
        case range(Set<TreeKey>)

        /// All children, which the end of an order by a value takes without an index.
        case window(TreeChildren, SelectedWindow)
    }

    init(_ place: TreePlace, _ selection: TreeSelection) {
        self.place = place
        self.selection = selection
        told = .anything
    }

    /// Reads what is at the marked places.
    ///
    /// The first time everything has to be marked.
    mutating func updates(
        of marks: WatchMarks, on connection: Connection
    ) throws -> [TreeUpdate] {
        if marks.isEverything { return [TreeUpdate(.root, try everything(on: connection))] }
        if selection == .all {
            return try marks.places.map { try connection.update(ofMarked: $0, in: place) }
        }
        let changed = Set(marks.places.compactMap(\.keys.first))
        switch told {
        case .anything:
            return try children(changed.filter(isWithinBounds), on: connection)
        case .page(let children):
            guard try concerns(children, changed, on: connection) else { return [] }
            return try newPage(after: children, changed, on: connection)
        case .range(var keys):
            let updates = try newRange(after: &keys, changed, on: connection)
            told = .range(keys)
            return updates
        case .window(var children, var window):
            // Gives up this reference, so that the children can be changed in place.
            told = .anything
            for update in try self.children(changed, on: connection) {
                if let key = update.place.keys.first { children[key] = update.value }
            }
            defer { told = .window(children, window) }
            return window.update(changed, to: children)
        }
    }

    private mutating func everything(on connection: Connection) throws -> TreeValue? {
        let hasIndex = try connection.index(of: place, by: selection.order) != nil
        if selection.limit != nil, !isByKey, !hasIndex {
            let value = try connection.value(at: place)
            let children = value?.children ?? TreeChildren()
            told = .window(children, SelectedWindow(selection, of: children))
            return selection.select(from: value)
        }
        let value = try connection.value(at: place, selection)
        let children = value?.children ?? TreeChildren()
        if selection.limit != nil {
            told = .page(children)
        } else if !isByKey {
            told = .range(Set(children.map(\.key)))
        }
        return value
    }

    private func children(
        _ keys: some Sequence<TreeKey>, on connection: Connection
    ) throws -> [TreeUpdate] {
        try keys.map { TreeUpdate([$0], try connection.value(at: place.appending($0))) }
    }
}

// MARK: - Pages

extension WatchReader {
    /// Whether what is selected is a range of paths, and if there is a limit, one end of it.
    private var isByKey: Bool { PathRange(childrenOf: place, selection) != nil }

    private func isWithinBounds(_ key: TreeKey) -> Bool {
        PathRange(childrenOf: place, selection)?.contains(place.appending(key)) ?? true
    }

    /// Whether a change of a child can be one of the page: not if it is further out than a full page.
    private func canEnter(_ key: TreeKey, _ page: TreeChildren) -> Bool {
        guard isWithinBounds(key) else { return false }
        switch selection.limit {
        case .first(let count)? where page.count == count: return key <= page[offset: count - 1].key
        case .last(let count)? where page.count == count: return key >= page[offset: 0].key
        default: return true
        }
    }

    /// Whether changes of children can be ones of a page.
    private func concerns(
        _ page: TreeChildren, _ changed: Set<TreeKey>, on connection: Connection
    ) throws -> Bool {
        if isByKey { return changed.contains { canEnter($0, page) } }
        if changed.contains(where: { page[$0] != nil }) { return true }
        var children = page
        for update in try self.children(changed, on: connection) {
            if let key = update.place.keys.first { children[key] = update.value }
        }
        return selection.select(from: children).contains { changed.contains($0.key) }
    }

    private mutating func newPage(
        after page: TreeChildren, _ changed: Set<TreeKey>, on connection: Connection
    ) throws -> [TreeUpdate] {
        let children = try connection.value(at: place, selection)?.children ?? TreeChildren()
        told = .page(children)
        let gone = page.filter { children[$0.key] == nil }.map { TreeUpdate([$0.key], nil) }
        let here = children.filter { changed.contains($0.key) || page[$0.key] == nil }
        return gone + here.map { TreeUpdate([$0.key], $0.value) }
    }
}

// MARK: - Between two values

extension WatchReader {
    /// - Parameter keys: of the children that are selected, before and after.
    private func newRange(
        after keys: inout Set<TreeKey>, _ changed: Set<TreeKey>, on connection: Connection
    ) throws -> [TreeUpdate] {
        try changed.compactMap { key in
            let value = try connection.value(at: place.appending(key))
            // Without a limit, each child is selected by itself.
            let child = TreeChildren(value.map { [(key, $0)] } ?? [])
            if let selected = selection.select(from: child).first {
                keys.insert(key)
                return TreeUpdate([key], selected.value)
            }
            return keys.remove(key).map { TreeUpdate([$0], nil) }
        }
    }
}

extension Connection {
    /// What a marked place, relative to a watched one, holds now.
    ///
    /// If there is nothing at a place that it is inside of, or a scalar, the update is about that place:
    /// see ``TreeUpdate/init(ofMarked:in:)``.
    fileprivate func update(
        ofMarked place: TreePlace, in watched: TreePlace
    ) throws -> TreeUpdate {
        let value = try value(at: watched.appending(place))
        if value != nil { return TreeUpdate(place, value) }
        for depth in 0..<place.depth {
            let above = TreePlace(Array(place.keys.prefix(depth)))
            let whole = watched.appending(above)
            if try !hasChildren(at: whole) { return TreeUpdate(above, try scalar(at: whole)) }
        }
        return TreeUpdate(place, nil)
    }
}
