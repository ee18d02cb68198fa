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
        /// The watch begins once an increment has been answered.
        case held
        case connecting
        /// The server's value has arrived.
        case live
    }

    let id: ID

    /// The number of the value in the store.
    let cacheID: Int
    var phase = Phase.held
    var observerCount = 1

    /// The last value of the stream or, before the first, of the cache.
    private(set) var server: TreeValue?

    /// Whether there is a value of the stream or the cache.
    private(set) var isKnown = false

    /// The writes that the server has made and the stream hasn't shown yet, in order.
    private(set) var awaiting: [Overlay] = []

    /// The number of writes that were awaited when the watch began, whose effect its first value
    /// has.
    private var awaitingAtStart = 0

    /// The writes that the stream has shown before their answer came.
    private(set) var echoed: Set<Int> = []

    /// Writes as they are shown: increments that are being sent, resolved to sums, and writes that
    /// are sent again, with the server's time of their echo.
    private var sums: [Int: Overlay] = [:]

    /// Whether a read is scheduled or running that compares the stream with the server.
    var isConfirming = false

    init(_ id: ID, cacheID: Int) {
        self.id = id
        self.cacheID = cacheID
    }

    var query: Query { id.query }
    private var echo: Echo { Echo(query: query) }
}

// MARK: - The server's value

extension TrackedQuery {
    /// Begins the remote's watch.
    mutating func connect() {
        phase = .connecting
        awaitingAtStart = awaiting.count
    }

    /// Takes the value of the cache, until the stream has one.
    mutating func load(_ value: TreeValue?) {
        guard phase != .live else { return }
        server = value
        isKnown = true
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
        for update in updates { server[update.place] = update.value }
        isKnown = true
        let changed = updates.map(\.place)
        if phase != .live {
            phase = .live
            awaiting.removeFirst(min(awaitingAtStart, awaiting.count))
            while let first = awaiting.first,
                echo.isUnchanged(server, by: first.withTimes(of: server, at: query.place))
            {
                awaiting.removeFirst()
            }
            return [.root]
        }
        let sent = inFlight.filter { !echoed.contains($0.id) }.map(sum)
        let direct = direct.filter { !echoed.contains($0.id) }
        var writes = awaiting + direct + sent
        guard !writes.isEmpty else { return changed }
        var found = echo.count(of: writes, from: old, to: server)
        if found == nil, !direct.isEmpty {
            writes = awaiting + sent
            found = echo.count(of: writes, from: old, to: server)
        }
        guard let count = found, count > 0 else { return changed }
        let shown = writes.prefix(count)
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
        var write = write
        guard isKnown || awaiting.contains(where: { $0.covers(query.place) }) else {
            // Not shown yet, the sum needn't be shown before the stream has it.
            write.edits.removeAll(where: \.isIncrement)
            sums[write.id] = write
            return
        }
        write.edits = write.edits.map { edit in
            guard edit.isIncrement else { return edit }
            let current =
                query.place.contains(edit.place)
                ? settled(at: edit.place.relative(to: query.place)) : nil
            return TreeEdit(edit.place, setting: edit.resolved(at: write.time, from: current))
        }
        sums[write.id] = write
    }

    /// Returns a write as it is shown.
    func sum(_ write: Overlay) -> Overlay { sums[write.id] ?? write }

    /// Notes that the server has made a write.
    mutating func acknowledge(_ write: Overlay) {
        let shown = sum(write)
        sums[write.id] = nil
        if echoed.remove(write.id) != nil { return }
        awaiting.append(shown)
        dropUnchanged()
    }

    /// Gives a write that the stream may have shown another number.
    mutating func renumber(_ id: Int, to new: Int) {
        if echoed.remove(id) != nil { echoed.insert(new) }
    }

    /// Notes that a write isn't being sent any more.
    mutating func forget(_ id: Int) {
        sums[id] = nil
        echoed.remove(id)
    }

    /// Notes that a write will be sent again, and has another echo. Its estimate of the server's
    /// time is the one of the last echo from now on, so that the own estimate doesn't come back.
    mutating func sendAgain(_ write: Overlay) {
        let time =
            echoed.contains(write.id)
            ? write.serverTime(in: server, at: query.place) : sums[write.id]?.time
        forget(write.id)
        if let time { sums[write.id] = Overlay(id: write.id, edits: write.edits, time: time) }
    }

    /// Drops the first awaited writes as long as they change nothing.
    mutating func dropUnchanged() {
        guard phase == .live else { return }
        while let first = awaiting.first, echo.isUnchanged(server, by: first) {
            awaiting.removeFirst()
        }
    }

    /// Drops the awaited writes up to one at whose places a read agrees with the stream.
    ///
    /// - Parameter agrees: whether both agree at the place of an edit.
    /// - Returns: the dropped writes.
    mutating func confirm(upTo id: Int, _ agrees: (TreePlace) -> Bool) -> [Overlay] {
        let confirmed = awaiting.prefix { write in
            write.id <= id && echo.changes(write).allSatisfy(agrees)
        }
        awaiting.removeFirst(confirmed.count)
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
    func settled(at place: TreePlace) -> TreeValue? {
        if query.isCut { return Window(query, server: server, awaiting).value[place] }
        return server[place].applying(awaiting, at: query.place.appending(place))
    }

    /// Returns the value at a relative place of a whole query, with pending writes.
    func value(at place: TreePlace, _ pending: [PendingWrite]) -> TreeValue? {
        let whole = query.place.appending(place)
        return server[place].applying(awaiting, at: whole).applying(shown(pending), at: whole)
    }

    /// Returns the children of a limited query, with pending writes.
    func window(_ pending: [PendingWrite]) -> Window {
        Window(query, server: server, awaiting + shown(pending))
    }

    private func shown(_ pending: [PendingWrite]) -> [Overlay] {
        pending.filter { !echoed.contains($0.id) }.map { sum($0.overlay) }
    }
}
