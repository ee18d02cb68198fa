import TypedDatabase

/// A query that is being observed.
struct TrackedQuery: Sendable {
    /// The identity of an observation, which differs from an earlier one's of the same query.
    struct ID: Hashable, Sendable {
        let query: Query
        let number: Int
    }

    /// The progress of the remote's watch.
    enum Phase: Hashable, Sendable {
        /// There is no watch: another one above shows the query, or an increment has to be answered
        /// first.
        case held
        case connecting
        /// The server's value has arrived.
        case live
    }

    private(set) var id: ID

    /// The number of the value in the store.
    let cacheID: Int
    var phase = Phase.held
    var observerCount = 1

    /// The last value of the stream or, before the first, of the cache.
    private(set) var server: TreeValue?

    /// Whether there is a value of the stream or the cache.
    private(set) var isKnown = false

    /// Whether the value is the server's, and not the cache's.
    private(set) var isFromServer = false

    /// The writes that the server has made and the stream hasn't shown yet, in order.
    private(set) var awaiting: [Overlay] = []

    /// The number of writes that were awaited when the watch began, whose effect its first value
    /// has.
    private var awaitingAtStart = 0

    /// The writes that the stream has shown before their answer came.
    private(set) var echoed: Set<Int> = []

    /// The increments that were sent before the value was known. A cached value lacks them.
    private var unresolved: Set<Int> = []

    /// Writes as they are shown: increments that are being sent, resolved to sums, and writes that
    /// are sent again, with the server's time of their echo.
    private var shownForms: [Int: Overlay] = [:]

    /// The children that are shown of a limited query; `nil` if they have to be computed as a whole.
    private(set) var shownWindow: Window?

    /// The children of it that have changed since.
    private(set) var staleKeys: Set<TreeKey> = []

    /// The read that compares the stream with the server.
    var confirmation = Confirmation.none

    enum Confirmation: Hashable, Sendable {
        case none
        /// The read begins after a while: a short one if the stream has shown something else.
        case scheduled(number: Int, isSoon: Bool)
        case running
    }

    init(_ id: ID, cacheID: Int) {
        self.id = id
        self.cacheID = cacheID
    }

    var query: Query { id.query }
    private var echo: Echo { Echo(query: query) }
}

// MARK: - The window

extension TrackedQuery {
    /// Marks the places of edits as stale in the window.
    mutating func touch(_ edits: [TreeEdit]) {
        if shownWindow == nil { return }
        for edit in edits {
            guard let below = edit.place.changed(in: query.place) else { continue }
            touch(below)
        }
    }

    private mutating func touch(_ place: TreePlace) {
        if let key = place.keys.first { staleKeys.insert(key) } else { shownWindow = nil }
    }

    /// A copy for readers. It has no window, which is changed in place only as long as nothing else
    /// refers to it.
    var withoutWindow: TrackedQuery {
        var tracked = self
        tracked.shownWindow = nil
        return tracked
    }

    /// Computes the window of a limited query, as far as it has changed.
    mutating func refreshWindow(_ outbox: Outbox) {
        guard query.isCut else { return }
        if var window = shownWindow {
            if staleKeys.isEmpty { return }
            // Without another reference, it is changed in place.
            shownWindow = nil
            window.update(staleKeys, server: server) { key in
                let child = query.place.appending(key)
                return awaiting.filter { $0.overlaps(child) } + shown(outbox.overlapping(child))
            }
            shownWindow = window
        } else {
            shownWindow = Window(
                query, server: server, awaiting + shown(outbox.overlapping(query.place)))
        }
        staleKeys = []
    }
}

// MARK: - The server's value

extension TrackedQuery {
    /// Begins the remote's watch.
    mutating func connect() {
        phase = .connecting
        awaitingAtStart = awaiting.count
    }

    /// Ends the remote's watch before its first value.
    mutating func hold(as number: Int) {
        id = ID(query: query, number: number)
        phase = .held
        shownWindow = nil
        // A cached value that is read from now on has the increments that were answered.
        for index in awaiting.indices where unresolved.contains(awaiting[index].id) {
            awaiting[index].edits.removeAll(where: \.isIncrement)
        }
        unresolved = []
    }

    /// Takes the value of the cache, until the stream has one.
    mutating func load(_ value: TreeValue?) {
        guard phase != .live, !isKnown else { return }
        shownWindow = nil
        server = value
        isKnown = true
        for index in awaiting.indices where unresolved.contains(awaiting[index].id) {
            awaiting[index] = resolved(awaiting[index], after: awaiting[..<index])
        }
        for id in unresolved {
            shownForms[id] = shownForms[id].map { resolved($0, after: awaiting[...]) }
        }
        unresolved = []
    }

    /// Takes the part of a query above, whose watch has shown this one so far.
    mutating func inherit(_ above: TrackedQuery) {
        let part = above.server[query.place.relative(to: above.query.place)]
        shownWindow = nil
        server = query.selection.select(from: part)
        isKnown = above.isKnown
        isFromServer = above.isFromServer
        awaiting = above.awaiting.filter { $0.overlaps(query.place) }
        echoed = above.echoed
        unresolved = above.unresolved
        shownForms = above.shownForms
    }

    /// Forgets the value, since a watch above shows it from now on.
    mutating func clear() {
        var new = TrackedQuery(id, cacheID: cacheID)
        new.observerCount = observerCount
        self = new
    }

    /// Takes updates of the stream.
    ///
    /// - Parameters:
    ///   - inFlight: writes that are being sent.
    ///   - direct: writes that are being made without the outbox, before those in flight at their places.
    /// - Returns: the relative places whose value may have changed.
    mutating func receive(
        _ updates: [TreeUpdate], inFlight: [Overlay], direct: [Overlay]
    ) -> [TreePlace] {
        let old = server
        for update in updates {
            server[update.place] = update.value
            touch(update.place)
        }
        isKnown = true
        isFromServer = true
        let changed = updates.map(\.place)
        if phase != .live {
            phase = .live
            shownWindow = nil
            unresolved = []
            awaiting.removeFirst(min(awaitingAtStart, awaiting.count))
            while let first = awaiting.first,
                echo.isUnchanged(server, by: first.withTimes(of: server, at: query.place))
            {
                awaiting.removeFirst()
            }
            return [.root]
        }
        let sent = inFlight.filter { !echoed.contains($0.id) }.map(shownForm)
        let direct = direct.filter { !echoed.contains($0.id) }.map(shownForm)
        var writes = awaiting + direct + sent
        guard !writes.isEmpty else { return changed }
        var found = echo.count(of: writes, from: old, to: server)
        if found == nil, !direct.isEmpty {
            writes = awaiting + sent
            found = echo.count(of: writes, from: old, to: server)
        }
        guard let count = found, count > 0 else { return changed }
        let shown = writes.prefix(count)
        touch(shown.flatMap(\.edits))
        echoed.formUnion(shown.dropFirst(awaiting.count).map(\.id))
        awaiting.removeFirst(min(count, awaiting.count))
        return changed + shown.flatMap { $0.changes(in: query.place) }
    }
}

// MARK: - Writes

extension TrackedQuery {
    /// Resolves the increments of a write that is about to be sent: from then on the stream may
    /// have its effect or not.
    mutating func freeze(_ write: Overlay) {
        let isAmbiguous = write.edits.contains { $0.isIncrement && $0.place.overlaps(query.place) }
        guard isAmbiguous else { return }
        touch(write.edits)
        if isKnown || awaiting.contains(where: { $0.covers(query.place) }) {
            shownForms[write.id] = resolved(write, after: awaiting[...])
        } else {
            shownForms[write.id] = write
            unresolved.insert(write.id)
        }
    }

    /// Returns a write with sums in place of increments.
    private func resolved(_ write: Overlay, after writes: ArraySlice<Overlay>) -> Overlay {
        var write = write
        write.edits = write.edits.map { edit in
            guard edit.isIncrement else { return edit }
            var current: TreeValue?
            if query.place.contains(edit.place) {
                current = settled(at: edit.place.relative(to: query.place), writes)
            }
            return TreeEdit(edit.place, setting: edit.resolved(at: write.time, from: current))
        }
        return write
    }

    /// Returns a write as it is shown.
    func shownForm(of write: Overlay) -> Overlay { shownForms[write.id] ?? write }

    /// Notes that the server has made a write. It is awaited also if it changes nothing here: the
    /// stream may still be behind a state that it has replaced.
    mutating func acknowledge(_ write: Overlay) {
        let shown = shownForm(of: write)
        touch(write.edits)
        shownForms[write.id] = nil
        if echoed.remove(write.id) != nil { return }
        awaiting.append(shown)
    }

    /// Gives a write that the stream may have shown another number.
    mutating func renumber(_ id: Int, to new: Int) {
        if echoed.remove(id) != nil { echoed.insert(new) }
        if unresolved.remove(id) != nil { unresolved.insert(new) }
        if let shown = shownForms.removeValue(forKey: id) {
            shownForms[new] = Overlay(id: new, edits: shown.edits, time: shown.time)
        }
    }

    /// Notes that a write isn't being sent any more.
    mutating func forget(_ id: Int) {
        shownForms[id] = nil
        unresolved.remove(id)
        echoed.remove(id)
    }

    /// Notes that a write will be sent again, and has another echo. Its estimate of the server's
    /// time is the one of the last echo from now on, so that the own estimate doesn't come back.
    mutating func sendAgain(_ write: Overlay) {
        let time =
            echoed.contains(write.id)
            ? write.serverTime(in: server, at: query.place) : shownForms[write.id]?.time
        forget(write.id)
        touch(write.edits)
        if let time { shownForms[write.id] = Overlay(id: write.id, edits: write.edits, time: time) }
    }

    /// Drops the awaited writes up to one at whose places a read agrees with the stream.
    ///
    /// - Parameter agrees: whether both agree at the place of an edit.
    /// - Returns: the dropped writes.
    mutating func confirm(upTo id: Int, _ agrees: (TreePlace) -> Bool) -> [Overlay] {
        // They are in the order of their answers, not of their numbers.
        guard let last = awaiting.lastIndex(where: { $0.id == id }) else { return [] }
        let confirmed = awaiting[...last].prefix { echo.changes($0).allSatisfy(agrees) }
        awaiting.removeFirst(confirmed.count)
        touch(confirmed.flatMap(\.edits))
        return Array(confirmed)
    }

    /// Whether the value has estimates of the server's time that the stream will replace.
    var hasEstimates: Bool { awaiting.contains(where: \.hasServerTime) }

    /// The relative places of the awaited writes.
    var awaitedPlaces: [TreePlace] {
        query.isCut ? [.root] : WatchMarks(awaiting.flatMap { $0.changes(in: query.place) }).places
    }
}

// MARK: - Views

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
        pending.filter { !echoed.contains($0.id) }.map { shownForm(of: $0.overlay) }
    }
}
