import TypedDatabase

extension TrackedQuery {
    /// Returns the value at a relative place, with the writes that the server has made.
    func settled(at place: TreePlace) -> TreeValue? { settled(at: place, awaiting[...]) }

    func settled(at place: TreePlace, _ writes: ArraySlice<Overlay>) -> TreeValue? {
        if query.isCut { return Window(query, server: server, writes).value[place] }
        return server[place].applying(writes, at: query.place.appending(place))
    }

    /// Returns the value at a relative place of a whole query, with pending writes.
    func value(at place: TreePlace, _ pending: [PendingWrite]) -> TreeValue? {
        let whole = query.place.appending(place)
        return server[place].applying(awaiting, at: whole).applying(shown(pending), at: whole)
    }

    /// Whether a write that the server has made may have moved an unknown child into the window.
    var lacksChildren: Bool {
        query.isCut && !Window(query, server: server, awaiting).isComplete
    }

    /// Returns the children of a limited query, with pending writes.
    func window(_ outbox: Outbox) -> Window {
        if let shownWindow, staleKeys.isEmpty { return shownWindow }
        return Window(query, server: server, awaiting + shown(outbox.overlapping(query.place)))
    }

    /// Returns the place above another one that has a scalar for the server, or by writes that it has
    /// made.
    func scalar(above place: TreePlace) -> TreePlace? {
        guard query.place.contains(place) else { return nil }
        if let scalar = server.scalar(above: place.relative(to: query.place)) {
            return query.place.appending(scalar)
        }
        return awaiting.lazy.compactMap { $0.scalar(above: place) }.first
    }

    func shown(_ pending: [PendingWrite]) -> [Overlay] {
        pending.filter { !echoed.contains($0.id) }.map { sum($0.overlay) }
    }
}
