import TypedDatabase

extension Device {
    /// Begins to observe a query: shows what is cached, and watches the remote.
    mutating func observe(_ query: Query) {
        if queries[query] != nil {
            queries[query]?.observerCount += 1
            return
        }
        queries[query] = newObservation(of: query)
        queryPlaces.insert(query, at: query.place)
        if cover(of: query)?.phase != .live {
            load(query)
            for write in exposed { queries[query]?.freeze(write) }
        }
        openHeld()
    }

    mutating func newObservation(of query: Query) -> TrackedQuery {
        TrackedQuery(
            TrackedQuery.ID(query: query, number: nextNumber()), cacheID: catalog.number(for: query)
        )
    }

    /// Observes a query without an observer.
    mutating func keep(_ query: Query) {
        keeps[query, default: 0] += 1
        if keeps[query] == 1 { observe(query) }
    }

    /// Ends one ``keep(_:)`` of a query. A no-op if there is none.
    mutating func stopKeeping(_ query: Query) {
        guard let count = keeps[query] else { return }
        keeps[query] = count > 1 ? count - 1 : nil
        if count == 1 { unobserve(query) }
    }

    /// Shows the cached value of a query, if there is one.
    mutating func load(_ query: Query) {
        guard let id = queries[query]?.id, let stored = storedValue(of: query) else { return }
        emit(.load(id, stored))
    }

    /// Ends one observation of a query.
    mutating func unobserve(_ query: Query) {
        guard let tracked = queries[query] else { return }
        guard tracked.observerCount == 1 else {
            queries[query]?.observerCount -= 1
            return
        }
        if tracked.phase != .held { emit(.close(tracked.id)) }
        remove(tracked)
        if isSendingIncrement(at: query.place) { ambiguous.insert(tracked.cacheID) }
        if tracked.phase == .live { noteUse(of: tracked) }
        sendNext()
    }

    private mutating func noteUse(of tracked: TrackedQuery) {
        let id = tracked.cacheID
        guard catalog.entries[id] != nil else { return }
        catalog.use(id, at: now)
        var step = StoreStep(edits: [TreeEdit(StorePlaces.lastUse(id), setting: .integer(now))])
        measure(tracked, &step)
        store(step)
        evict()
    }

    /// Removes a query. Those that its watch has shown go on with its value, and with own watches.
    private mutating func remove(_ tracked: TrackedQuery) {
        let shown = tracked.phase == .live ? covered(by: tracked.query) : []
        queries[tracked.query] = nil
        queryPlaces.remove(tracked.query, at: tracked.query.place)
        for query in shown {
            if cover(of: query)?.phase != .live { queries[query]?.inherit(tracked) }
            // The stream of another one above may show another state.
            emit(.mark(query.place))
        }
        openHeld()
    }

    /// The writes that have been sent and not answered.
    private var exposed: [Overlay] {
        outbox.sendingWrites.map(\.overlay) + direct
    }

    /// Whether an increment that has been sent may or may not be in a value that is read now.
    func isSendingIncrement(at place: TreePlace) -> Bool {
        exposed.contains { $0.isIncrement(at: place) }
    }

    /// Forgets which cached values may have an increment that has been answered.
    mutating func settleAmbiguous() {
        ambiguous = ambiguous.filter { id in
            catalog.entries[id].map { isSendingIncrement(at: $0.query.place) } ?? false
        }
    }

    /// Whether a watch at or above a place hasn't shown all writes that the server has made there.
    /// The remote may serve a new watch from the same stream, whose first value would lack them.
    private func isBehind(at place: TreePlace) -> Bool {
        allObserved.contains { tracked in
            tracked.phase != .held && tracked.query.place.contains(place)
                && tracked.awaiting.contains { $0.overlaps(place) }
        }
    }

    /// Begins the watches of queries that nothing above shows, unless they have to wait for an
    /// increment, or for another watch.
    mutating func openHeld() {
        let held = queries.values.filter { $0.phase == .held }
        for tracked in held.sorted(by: { $0.id.number < $1.id.number })
        where cover(of: tracked.query) == nil && !isSendingIncrement(at: tracked.query.place)
            && !isBehind(at: tracked.query.place)
        {
            queries[tracked.query]?.connect()
            emit(.open(tracked.id))
        }
    }
}

// MARK: - Queries inside of others

extension Device {
    /// Returns the query of a whole place, at or above another query, whose watch shows that one as
    /// well.
    func cover(of query: Query) -> TrackedQuery? {
        let above = query.sources.compactMap { $0 == query ? nil : queries[$0] }
        return above.first { $0.phase == .live } ?? above.first { $0.phase == .connecting }
    }

    /// Returns the queries without own watches that the watch of a whole place shows.
    private func covered(by query: Query) -> [Query] {
        guard !query.isCut else { return [] }
        return queryPlaces.overlapping(query.place).filter { other in
            query.place.contains(other.place) && queries[other]?.phase == .held
                && cover(of: other)?.query == query
        }
    }

    /// Returns the view of an observed query.
    ///
    /// - Parameter places: the places that are read, or places below them; `nil` for all.
    func view(of query: Query, at places: [TreePlace]? = nil) -> TrackedView? {
        guard let tracked = queries[query] else { return nil }
        let cover = tracked.phase == .held ? cover(of: query) : nil
        let source = cover?.phase == .live ? cover : nil
        return TrackedView(
            source ?? tracked, outbox, at: places ?? [query.place], isConnected: isConnected)
    }

    /// Returns the view that a watch of a query reads, and the marks in it; no view if a part of it
    /// is unknown.
    mutating func observed(
        _ query: Query, _ marks: WatchMarks
    ) -> (marks: WatchMarks, view: TrackedView?) {
        if !isShownFromAbove(query) { queries[query]?.refreshWindow(outbox) }
        // Of a limited query, children are read as a whole.
        let places = marks.places.map {
            query.place.appending(query.isCut ? TreePlace(Array($0.keys.prefix(1))) : $0)
        }
        guard let view = view(of: query, at: places), view.isKnown else {
            return (WatchMarks(), nil)
        }
        return (view.isWindow && !marks.isEmpty ? .everything : marks, view)
    }

    /// Whether the watch of a place above shows a query, so that its own value isn't used.
    func isShownFromAbove(_ query: Query) -> Bool {
        queries[query]?.phase == .held && cover(of: query)?.phase == .live
    }
}

// MARK: - The stream

extension Device {
    /// Takes the cached value of a query; another one if the store couldn't keep this one.
    mutating func loaded(_ id: TrackedQuery.ID, _ stored: StoredValue, _ value: TreeValue?) {
        guard queries[id.query]?.id == id, !isShownFromAbove(id.query) else { return }
        guard catalog.has(stored) else { return load(id.query) }
        queries[id.query]?.load(value)
        emit(.mark(id.query.place))
    }

    /// Takes updates of the remote's watch. The first one has the whole value.
    mutating func received(_ id: TrackedQuery.ID, _ updates: [TreeUpdate]) {
        deferred.append(DeferredUpdates(id: id, updates: updates))
        receiveDeferred()
    }

    /// Takes the updates that don't have to wait for the answer to an increment without the outbox.
    /// Such an increment isn't shown before its answer, so that nobody could tell whether they have
    /// its effect.
    mutating func receiveDeferred() {
        guard direct.contains(where: \.hasIncrement) else {
            let next = deferred
            deferred = []
            for next in next { receive(next.id, next.updates) }
            return
        }
        var waiting: [DeferredUpdates] = []
        for next in deferred {
            if waiting.contains(where: { $0.id == next.id }) || isIncremented(by: next) {
                waiting.append(next)
            } else {
                receive(next.id, next.updates)
            }
        }
        deferred = waiting
    }

    private func isIncremented(by next: DeferredUpdates) -> Bool {
        direct.contains { write in
            next.updates.contains {
                write.isIncrement(at: next.id.query.place.appending($0.place))
            }
        }
    }

    private mutating func receive(_ id: TrackedQuery.ID, _ updates: [TreeUpdate]) {
        guard var tracked = queries[id.query], tracked.id == id else { return }
        let wasLive = tracked.phase == .live
        let inFlight = outbox.sendingWrites.map(\.overlay)
            .filter { $0.overlaps(id.query.place) }
        let direct = direct.filter { $0.overlaps(id.query.place) }
        var step = StoreStep()
        var changed: [TreePlace] = []
        change(&tracked, &step) { tracked in
            changed = tracked.receive(updates, inFlight: inFlight, direct: direct)
            return changed
        }
        if !wasLive {
            step = StoreStep()
            cache(id.query, tracked.settled(at: .root), id: tracked.cacheID, &step)
        }
        scheduleConfirmation(of: &tracked, isSoon: true)
        queries[id.query] = tracked
        if !wasLive { for query in covered(by: id.query) { queries[query]?.clear() } }
        store(step)
        for place in changed { mark(id.query.place.appending(place)) }
        openHeld()
        if !wasLive {
            evict()
            sendNext()
        }
    }

    /// Takes the end of the remote's watch. The value isn't known any longer.
    mutating func ended(_ id: TrackedQuery.ID, _ error: TreeDatabaseError) {
        guard let tracked = queries[id.query], tracked.id == id else { return }
        catalog.remove(tracked.cacheID)
        store(StoreStep(edits: Self.removal(of: tracked.cacheID)))
        emit(.fail(id.query, error))
        keeps[id.query] = nil
        remove(tracked)
        sendNext()
    }
}

// MARK: - Confirmation

extension Device {
    func needsConfirmation(_ tracked: TrackedQuery) -> Bool {
        tracked.phase == .live && !tracked.awaiting.isEmpty
    }

    /// Schedules a read, earlier than one that is scheduled already if it has to be soon.
    mutating func scheduleConfirmation(of tracked: inout TrackedQuery, isSoon: Bool) {
        guard needsConfirmation(tracked) else { return }
        let isSoon = isSoon || tracked.lacksChildren
        switch tracked.confirmation {
        case .none: break
        case .scheduled(_, let wasSoon): if wasSoon || !isSoon { return }
        case .running: return
        }
        let number = nextNumber()
        tracked.confirmation = .scheduled(number: number, isSoon: isSoon)
        emit(.wait(.confirmation(tracked.id, number: number, isSoon: isSoon)))
    }

    /// Reads the places of writes whose effect the stream hasn't shown.
    mutating func confirmationIsDue(_ id: TrackedQuery.ID, _ number: Int) {
        guard let tracked = queries[id.query], tracked.id == id,
            case .scheduled(number, _) = tracked.confirmation
        else { return }
        guard needsConfirmation(tracked), let last = tracked.awaiting.last else {
            queries[id.query]?.confirmation = .none
            return
        }
        queries[id.query]?.confirmation = .running
        let reads =
            id.query.isCut
            ? [id.query] : tracked.awaitedPlaces.map { Query(id.query.place.appending($0)) }
        emit(.confirm(id, upTo: last.id, reads))
    }

    /// Takes the results of reads that began after the answers; `nil` if they failed.
    mutating func confirmed(
        _ id: TrackedQuery.ID, upTo last: Int, _ results: [Query: TreeValue?]?
    ) {
        guard var tracked = queries[id.query], tracked.id == id else { return }
        tracked.confirmation = .none
        var step = StoreStep()
        var changed: [TreePlace] = []
        change(&tracked, &step) { tracked in
            let server = tracked.server
            let writes = tracked.confirm(upTo: last) { place in
                (results ?? [:]).contains { query, value in
                    let read = query.place.relative(to: id.query.place)
                    return read.contains(place) && value[place.relative(to: read)] == server[place]
                }
            }
            changed = writes.flatMap { $0.changes(in: id.query.place) }
            return changed
        }
        for place in changed { mark(id.query.place.appending(place)) }
        scheduleConfirmation(of: &tracked, isSoon: false)
        queries[id.query] = tracked
        store(step)
        openHeld()
    }
}

// MARK: - Views

/// The value that observers of a query see: the server's, with pending writes. It shares no storage
/// that later writes change in place.
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
