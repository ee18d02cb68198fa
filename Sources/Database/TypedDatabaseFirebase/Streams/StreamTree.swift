import TypedDatabase

/// The state of a stream's place.
struct StreamTree: Sendable {
    /// The server's selection.
    let selection: TreeSelection

    /// Whether the whole state has been received. From then on, the value is a state of the place.
    private(set) var isKnown = false
    private(set) var value: TreeValue?

    init(_ selection: TreeSelection) {
        self.selection = selection
    }

    /// Returns the known part of a selection at a place below.
    func part(at place: TreePlace, _ selection: TreeSelection) -> StreamTree {
        var part = StreamTree(selection)
        part.isKnown = isKnown
        part.value = selection.select(from: value[place])
        return part
    }

    /// Applies an event. Returns the places that may have changed.
    mutating func apply(_ updates: [TreeUpdate]) -> [TreePlace] {
        let isFirst = !isKnown
        for update in updates {
            if update.place.depth == 0 { isKnown = true }
            value[update.place] = update.value
        }
        let changed = updates.map(\.place) + cutToLimit()
        return isFirst ? [.root] : changed
    }

    /// Removes the children that others have pushed out of the limit. Returns their places.
    ///
    /// Whether the server sends their removal isn't documented.
    private mutating func cutToLimit() -> [TreePlace] {
        guard let limit = selection.limit, case .children(let children)? = value,
            children.count > limit.count
        else { return [] }
        let selected = selection.select(from: value)
        defer { value = selected }
        return children.filter { selected?.children[$0.key] == nil }.map { [$0.key] }
    }
}

extension TreeSelection.Limit {
    fileprivate var count: Int {
        switch self {
        case .first(let count), .last(let count): count
        }
    }
}
