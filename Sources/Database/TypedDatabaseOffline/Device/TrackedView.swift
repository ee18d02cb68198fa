import TypedDatabase

/// The value that observers of a query see: the server's, with pending writes. It has no reference to
/// what writes change meanwhile.
struct TrackedView: TreeState {
    /// The query, or one above that shows it.
    let tracked: TrackedQuery

    /// The pending writes at the places that are read; none for a window, which has them.
    private let pending: Outbox

    /// The value of a limited query, without a reference to its window.
    private let selected: TreeValue??

    /// Whether the value is known, and all of it that can be.
    let isKnown: Bool

    /// - Parameter places: the places that are read, or places below them; `nil` for all.
    init(
        _ tracked: TrackedQuery, _ outbox: Outbox, at places: [TreePlace]? = nil, isConnected: Bool
    ) {
        self.tracked = tracked.withoutWindow
        let query = tracked.query
        let window = query.isCut ? tracked.window(outbox) : nil
        selected = window.map(\.value)
        pending = query.isCut ? Outbox() : outbox.part(at: places ?? [query.place])
        let isKnown =
            tracked.isKnown || tracked.awaiting.contains { $0.covers(query.place) }
            || outbox.above(query.place).contains { $0.overlay.covers(query.place) }
        self.isKnown = isKnown && (!isConnected || window?.isComplete ?? true)
    }

    func value(at place: TreePlace) -> TreeValue? {
        let below = place.relative(to: tracked.query.place)
        if let selected { return selected[below] }
        return tracked.value(at: below, pending.overlapping(place))
    }

    func value(at place: TreePlace, _ selection: TreeSelection) -> TreeValue? {
        let value = value(at: place)
        return selection.isCut && isWindow ? value : selection.select(from: value)
    }

    var isFromCache: Bool { !tracked.isFromServer }

    /// Whether the view is a window, which is computed as a whole.
    var isWindow: Bool { selected != nil }

    func seeks(_ selection: TreeSelection, at place: TreePlace) -> Bool { isWindow }
}
