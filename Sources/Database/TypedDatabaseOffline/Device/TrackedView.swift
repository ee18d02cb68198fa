import TypedDatabase

/// The value that observers of a query see: the server's, with pending writes.
struct TrackedView: TreeState {
    /// The query, or one above that shows it.
    let tracked: TrackedQuery
    let outbox: Outbox
    let isConnected: Bool

    /// Whether the value is known, and all of it that can be.
    var isKnown: Bool {
        let query = tracked.query
        guard tracked.isKnown || covers(query.place) else { return false }
        return !query.isCut || !isConnected || window.isComplete
    }

    private func covers(_ place: TreePlace) -> Bool {
        tracked.awaiting.contains { $0.covers(place) }
            || outbox.above(place).contains { $0.overlay.covers(place) }
    }

    private var window: Window { tracked.window(outbox.overlapping(tracked.query.place)) }

    func value(at place: TreePlace) -> TreeValue? {
        if tracked.query.isCut { return window.value[place.relative(to: tracked.query.place)] }
        return tracked.value(
            at: place.relative(to: tracked.query.place), outbox.overlapping(place))
    }

    func value(at place: TreePlace, _ selection: TreeSelection) -> TreeValue? {
        let value = value(at: place)
        return selection.isCut && tracked.query.isCut ? value : selection.select(from: value)
    }

    var isFromCache: Bool { !tracked.isFromServer }

    /// Whether the view is a window, which is computed as a whole.
    var isWindow: Bool { tracked.query.isCut }

    func seeks(_ selection: TreeSelection, at place: TreePlace) -> Bool { isWindow }
}
