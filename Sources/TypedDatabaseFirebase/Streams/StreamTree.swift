import TypedDatabase

/// The state of a stream's place.
struct StreamTree: Sendable {
    /// The server's selection.
    let selection: TreeSelection

    /// Whether everything has come once. From then on the value is one that the place has had.
    private(set) var isKnown = false
    private(set) var value: TreeValue?

    init(_ selection: TreeSelection) {
        self.selection = selection
    }

    /// As much as is known of that which a selection selects at a place below.
    func part(at place: TreePlace, _ selection: TreeSelection) -> StreamTree {
        var part = StreamTree(selection)
        part.isKnown = isKnown
        part.value = selection.select(from: value[place])
        return part
    }

    /// Takes in an event. Returns the places that may have changed.
    mutating func apply(_ updates: [TreeUpdate]) -> [TreePlace] {
        let isFirst = !isKnown
        for update in updates {
            if update.place.depth == 0 { isKnown = true }
            value[update.place] = update.value
        }
        let changed = updates.map(\.place) + cutToLimit()
        return isFirst ? [.root] : changed
    }

    /// Removes the children that others have pushed out. Returns their places.
    ///
    /// Whether the server says that they are out isn't documented.
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
