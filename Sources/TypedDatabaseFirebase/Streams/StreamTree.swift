import TypedDatabase

/// What a stream has told of its place.
struct StreamTree: Sendable {
    /// What the server selects.
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

    /// Takes in what a stream says of some places. Returns where anything is different now.
    mutating func apply(_ updates: [TreeUpdate]) -> [TreePlace] {
        let isFirst = !isKnown
        var changed: [TreePlace] = []
        for update in updates {
            if update.place.depth == 0 { isKnown = true }
            let old = value[update.place]
            value[update.place] = update.value
            changed += update.places(changedFrom: old)
        }
        changed += cutToLimit()
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

extension TreeUpdate {
    /// The highest places at or below its own that it makes different.
    func places(changedFrom old: TreeValue?) -> [TreePlace] {
        guard case .children(let children)? = value, case .children(let oldChildren)? = old else {
            return value == old ? [] : [place]
        }
        var changed: [TreePlace] = []
        for (key, child) in children {
            let update = TreeUpdate(place.appending(key), child)
            changed += update.places(changedFrom: oldChildren[key])
        }
        for (key, _) in oldChildren where children[key] == nil {
            changed.append(place.appending(key))
        }
        return changed
    }
}
