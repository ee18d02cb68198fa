import TypedDatabase

/// The selected children of a place with pending writes applied, as far as they can be known.
///
/// Of a limited query, only the children within the limit are known: without one of these, the next
/// child isn't known, nor whether another one comes before it.
struct Window: Sendable {
    private let query: Query
    private let server: TreeChildren

    /// The last position within a limit that is reached.
    private let edge: ChildPosition?
    private var children: TreeChildren

    /// Whether a write has set the whole place.
    private var isWhole = false

    /// The children that a write has set as a whole.
    private var covered: Set<TreeKey> = []

    /// Whether a write may have moved a child into the window that isn't known.
    private(set) var mayLackChildren = false

    init(_ query: Query, server: TreeValue?) {
        self.query = query
        self.server = server?.children ?? TreeChildren()
        children = self.server
        let positions = self.server.map { query.selection.position(of: $0.key, $0.value) }
        switch query.selection.limit {
        case .first(positions.count)?: edge = positions.max()
        case .last(positions.count)?: edge = positions.min()
        default: edge = nil
        }
    }

    init(_ query: Query, server: TreeValue?, _ overlays: some Sequence<Overlay>) {
        self.init(query, server: server)
        for overlay in overlays { apply(overlay) }
    }

    /// The selected children that are known.
    var value: TreeValue? {
        guard !isWhole, edge != nil else { return query.selection.select(from: .init(children)) }
        let known = children.filter { isWithinEdge($0.key, $0.value) }
        return query.selection.select(
            from: TreeValue(TreeChildren(known.map { ($0.key, $0.value) })))
    }

    /// Whether no other child can be selected.
    var isComplete: Bool {
        if isWhole { return true }
        if mayLackChildren { return false }
        return edge == nil || value?.children.count == server.count
    }

    /// - Parameter later: a state that may have the overlay's effect: a child that has moved in there
    ///   is known.
    mutating func apply(_ overlay: Overlay, in later: TreeValue? = nil) {
        for edit in overlay.edits {
            if edit.place.contains(query.place) {
                children = overlay.applied(to: nil, at: query.place)?.children ?? TreeChildren()
                isWhole = true
            } else if query.place.contains(edit.place) {
                apply(edit, at: edit.place.relative(to: query.place), overlay.time, later)
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
                children[key] = child
            } else if maySelect(place) {
                mayLackChildren = true
            }
            return
        }
        var value = TreeValue(children)
        value[place] = edit.resolved(at: time, from: value[place])
        children = value?.children ?? TreeChildren()
    }

    private func isWithinEdge(_ key: TreeKey, _ value: TreeValue) -> Bool {
        guard let edge else { return true }
        let position = query.selection.position(of: key, value)
        if case .last? = query.selection.limit { return position >= edge }
        return position <= edge
    }

    /// Whether a child's value, or its absence, is known.
    private func knows(_ key: TreeKey) -> Bool {
        if isWhole || children[key] != nil || covered.contains(key) || server[key] != nil {
            return true
        }
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
