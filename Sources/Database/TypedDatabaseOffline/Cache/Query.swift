import TypedDatabase

/// A place, and the selection of its children.
struct Query: Hashable, Sendable {
    let place: TreePlace
    let selection: TreeSelection

    init(_ place: TreePlace, _ selection: TreeSelection = .all) {
        self.place = place
        self.selection = selection
    }

    /// Whether some children are left out.
    var isCut: Bool { selection.isCut }

    /// The queries whose results contain this one's: itself, and whole places at and above.
    var sources: [Query] {
        let whole = (0...place.depth).reversed().map {
            Query(TreePlace(Array(place.keys.prefix($0))))
        }
        return isCut ? [self] + whole : whole
    }
}

// MARK: - Limited queries

/// The selected children of a place with pending writes applied, as far as they can be known.
///
/// Of a limited query, only the children within the limit are known: without one of these, the next
/// child isn't known, nor whether another one comes before it.
struct Window: Sendable {
    private let query: Query
    private var server: TreeChildren

    /// The position of the last child within a limit; `nil` if there are fewer children, all of
    /// which are known then.
    private var edge: ChildPosition?

    /// The known children, with the writes applied.
    private var children: SelectedWindow

    /// Whether a write has set the whole place.
    private var isWhole = false

    /// The children that a write has set as a whole.
    private var covered: Set<TreeKey> = []

    /// The children that aren't known, and that a write may have moved into the window.
    private var lacking: Set<TreeKey> = []

    /// The children whose state depends on the edge.
    private var edgeDependent: Set<TreeKey> = []

    init(_ query: Query, server: TreeValue?) {
        self.query = query
        self.server = server?.children ?? TreeChildren()
        children = SelectedWindow(query.selection, of: self.server)
        edge = Self.edge(of: self.server, query.selection)
    }

    private static func edge(
        of server: TreeChildren, _ selection: TreeSelection
    ) -> ChildPosition? {
        let positions = server.lazy.map { selection.position(of: $0.key, $0.value) }
        switch selection.limit {
        case .first(server.count)?: return positions.max()
        case .last(server.count)?: return positions.min()
        default: return nil
        }
    }

    init(_ query: Query, server: TreeValue?, _ overlays: some Sequence<Overlay>) {
        self.init(query, server: server)
        for overlay in overlays { apply(overlay) }
    }

    /// The selected children that are known.
    var value: TreeValue? { TreeValue(children.selected(within: isWhole ? nil : edge)) }

    /// Whether a write may have moved a child into the window that isn't known.
    var mayLackChildren: Bool { !lacking.isEmpty }

    /// Whether no other child can be selected.
    var isComplete: Bool {
        if isWhole { return true }
        if mayLackChildren { return false }
        return edge == nil || children.count(within: edge) == server.count
    }

    /// Computes some children anew, after the server's value or the writes there have changed. A
    /// write that covers the whole place makes another window.
    ///
    /// - Parameter overlays: returns all writes at, above and below a child, in order.
    mutating func update(
        _ keys: Set<TreeKey>, server: TreeValue?, _ overlays: (TreeKey) -> [Overlay]
    ) {
        self.server = server?.children ?? TreeChildren()
        let oldEdge = edge
        edge = Self.edge(of: self.server, query.selection)
        for key in edge == oldEdge ? keys : keys.union(edgeDependent) {
            covered.remove(key)
            lacking.remove(key)
            edgeDependent.remove(key)
            children.update([(key, self.server[key])])
            for overlay in overlays(key) { apply(overlay, only: key) }
        }
    }

    /// - Parameters:
    ///   - later: a state that may have the overlay's effect: a child that has moved in there is known.
    ///   - only: the only child that is changed; `nil` for all.
    mutating func apply(_ overlay: Overlay, in later: TreeValue? = nil, only: TreeKey? = nil) {
        for edit in overlay.edits {
            if edit.place.contains(query.place) {
                let new = overlay.applied(to: nil, at: query.place)?.children ?? TreeChildren()
                if let only {
                    children.update([(only, new[only])])
                    covered.insert(only)
                } else {
                    children = SelectedWindow(query.selection, of: new)
                    isWhole = true
                }
            } else if query.place.contains(edit.place) {
                let place = edit.place.relative(to: query.place)
                if only ?? place.keys[0] != place.keys[0] { continue }
                apply(edit, at: place, overlay.time, later)
            }
        }
    }

    private mutating func apply(
        _ edit: TreeEdit, at place: TreePlace, _ time: Int64, _ later: TreeValue?
    ) {
        let key = place.keys[0]
        if place.depth == 1, !edit.isIncrement { covered.insert(key) }
        guard knows(key) else {
            if let child = later[[key]],
                edit.isIncrement || later[place] == edit.resolved(at: time, from: nil)
            {
                covered.insert(key)
                children.update([(key, child)])
            } else if maySelect(place) {
                lacking.insert(key)
            }
            return
        }
        let below = TreePlace(Array(place.keys.dropFirst()))
        var child = children[key]
        child[below] = edit.resolved(at: time, from: child[below])
        children.update([(key, child)])
    }

    private func isWithinEdge(_ key: TreeKey, _ value: TreeValue) -> Bool {
        guard let edge else { return true }
        let position = query.selection.position(of: key, value)
        if case .last? = query.selection.limit { return position >= edge }
        return position <= edge
    }

    /// Whether a child's value, or its absence, is known.
    private mutating func knows(_ key: TreeKey) -> Bool {
        if isWhole || children[key] != nil || covered.contains(key) || server[key] != nil {
            return true
        }
        edgeDependent.insert(key)
        if query.selection.order == .key {
            let position = query.selection.position(of: key, true)
            return query.selection.contains(position) && isWithinEdge(key, true)
        }
        return edge == nil && query.selection.lower == nil && query.selection.upper == nil
    }

    /// Whether an edit below an unknown child may move it into the window, or make it there.
    private func maySelect(_ place: TreePlace) -> Bool {
        switch query.selection.order {
        case .key: return false
        case .value: return true
        case .child(let child):
            if TreePlace(Array(place.keys.dropFirst())).overlaps(child) { return true }
            // A child that doesn't exist yet has no value to be ordered by.
            let position = query.selection.position(of: place.keys[0], true)
            return query.selection.contains(position) && isWithinEdge(place.keys[0], true)
        }
    }
}
