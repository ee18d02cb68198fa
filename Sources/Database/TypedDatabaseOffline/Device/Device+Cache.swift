import TypedDatabase

extension Device {
    /// Applies writes that the server has made to everything that is known: observed values, cached
    /// ones, and the answers to reads that are running.
    ///
    /// - Parameter step: takes the changes of cached values.
    mutating func applyMade(_ writes: [Overlay], _ step: inout StoreStep) {
        for id in reads.keys { reads[id]?.noteMade(writes) }
        for id in cachedReads.keys { cachedReads[id]?.noteMade(writes) }
        let edits = writes.flatMap(\.edits)
        for query in observed(edits) { applyMade(writes, toObserved: query, &step) }
        let cached = edits.reduce(into: Set<Int>()) { $0.formUnion(catalog.overlapping($1.place)) }
        for id in cached.sorted() {
            guard let query = catalog.entries[id]?.query, queries[query]?.isKnown != true else {
                continue
            }
            if ambiguous.contains(id) {
                catalog.remove(id)
                step.edits += Self.removal(of: id)
            } else {
                let writes = writes.filter { $0.overlaps(query.place) }
                applyMade(writes, toCached: query, id, &step)
            }
        }
    }

    private mutating func applyMade(
        _ writes: [Overlay], toObserved query: Query, _ step: inout StoreStep
    ) {
        guard var tracked = queries[query], !isShownFromAbove(query) else { return }
        let writes = writes.filter { $0.overlaps(query.place) }
        change(&tracked, &step) { tracked in
            for write in writes { tracked.acknowledge(write) }
            return writes.flatMap { $0.changes(in: query.place) }
        }
        scheduleConfirmation(of: &tracked, isSoon: false)
        queries[query] = tracked
        // A window that lacked a child may be complete now.
        if query.isCut { emit(.mark(query.place)) }
    }

    private mutating func applyMade(
        _ writes: [Overlay], toCached query: Query, _ id: Int, _ step: inout StoreStep
    ) {
        let place = StorePlaces.value(id)
        if query.isCut {
            step.folds.append(StoreStep.Fold(query: query, place: place, writes: writes))
            return
        }
        _ = catalog.grow(id, by: writes.reduce(0) { $0 + $1.edits.approximateByteCount })
        isEvictionDue = true
        for write in writes {
            for edit in write.edits {
                if query.place.contains(edit.place) {
                    let below = place.appending(edit.place.relative(to: query.place))
                    let isSum = edit.isIncrement
                    step.edits.append(
                        isSum
                            ? TreeEdit(below, edit.operation)
                            : TreeEdit(below, setting: edit.resolved(at: write.time, from: nil)))
                } else if edit.place.contains(query.place) {
                    step.edits.append(
                        TreeEdit(place, setting: write.applied(to: nil, at: query.place)))
                }
            }
        }
    }

    /// Changes an observed query, and adds the change of its cached value to a step.
    ///
    /// - Parameter body: makes the change, and returns the relative places that may be affected.
    mutating func change(
        _ tracked: inout TrackedQuery, _ step: inout StoreStep,
        _ body: (inout TrackedQuery) -> [TreePlace]
    ) {
        let query = tracked.query
        let isCached = catalog.entries[tracked.cacheID] != nil && tracked.isKnown
        let old = query.isCut && isCached ? tracked.settled(at: .root) : nil
        let changed = body(&tracked)
        guard isCached else { return }
        let place = StorePlaces.value(tracked.cacheID)
        var edits: [TreeEdit] = []
        if query.isCut {
            let new = tracked.settled(at: .root)
            for update in TreeUpdate(.root, new).differences(from: old) {
                edits.append(TreeEdit(place.appending(update.place), setting: update.value))
            }
        } else {
            let raised = changed.map { changed in
                tracked.scalar(above: query.place.appending(changed))?.relative(to: query.place)
                    ?? changed
            }
            for changed in WatchMarks(raised).places {
                edits.append(
                    TreeEdit(place.appending(changed), setting: tracked.settled(at: changed)))
            }
        }
        step.edits += edits
        if catalog.grow(tracked.cacheID, by: edits.approximateByteCount) {
            measure(tracked, &step)
        }
        isEvictionDue = true
    }

    /// Counts the bytes of an observed value anew.
    mutating func measure(_ tracked: TrackedQuery, _ step: inout StoreStep) {
        let count = tracked.settled(at: .root)?.approximateByteCount ?? 0
        catalog.measured(tracked.cacheID, count)
        let place = StorePlaces.byteCount(tracked.cacheID)
        step.edits.append(TreeEdit(place, setting: .integer(Int64(count))))
    }

    /// Caches the whole value of a query. It answers for the places inside as well, whose own
    /// cached values are older, except for those with a watch.
    mutating func cache(_ query: Query, _ value: TreeValue?, id: Int, _ step: inout StoreStep) {
        for other in query.isCut ? [] : catalog.overlapping(query.place).sorted() {
            guard other != id, let inside = catalog.entries[other]?.query,
                query.place.contains(inside.place), queries[inside]?.phase != .live
            else { continue }
            catalog.remove(other)
            step.edits += Self.removal(of: other)
        }
        unsettled.removeAll { StorePlaces.cacheID($0.place) == id }
        let entry = Catalog.Entry(
            query: query, lastUse: now, byteCount: value?.approximateByteCount ?? 0)
        catalog.insert(entry, id: id)
        step.edits.append(TreeEdit(StorePlaces.query(id), setting: entry.stored(as: id)))
        step.edits.append(TreeEdit(StorePlaces.value(id), setting: value))
    }

    /// Removes the least recently used queries that nobody observes, if the cache is too large.
    mutating func evict() {
        isEvictionDue = false
        guard catalog.byteCount > cacheLimit else { return }
        let observed = Set(queries.keys)
        let evicted = catalog.evict(to: cacheLimit) { observed.contains($0) }
        store(StoreStep(edits: evicted.flatMap(Self.removal)))
    }

    /// Returns a step that removes the cached values that would become deeper than a store allows,
    /// since a value of the root or right below has less room there than in the database.
    mutating func removingTooDeepValues(from step: StoreStep) -> StoreStep {
        let edits = step.edits.filter { StorePlaces.values.contains($0.place) && $0.isTooDeep }
        let folds = step.folds.filter { fold in
            fold.writes.contains { write in
                write.edits.contains { edit in
                    let place = edit.place.relative(to: fold.query.place)
                    return fold.query.place.contains(edit.place)
                        && TreeEdit(fold.place.appending(place), edit.operation).isTooDeep
                }
            }
        }
        var step = step
        let places = edits.map(\.place) + folds.map(\.place)
        for id in Set(places.compactMap(StorePlaces.cacheID)) {
            catalog.remove(id)
            let (query, value) = (StorePlaces.query(id), StorePlaces.value(id))
            step.edits.removeAll { query.contains($0.place) || value.contains($0.place) }
            step.folds.removeAll { $0.place == value }
            step.edits += Self.removal(of: id)
        }
        return step
    }

    static func removal(of id: Int) -> [TreeEdit] {
        [
            TreeEdit(StorePlaces.query(id), setting: nil),
            TreeEdit(StorePlaces.value(id), setting: nil),
        ]
    }

    /// Returns the place of a query's value in the store, if that is complete there.
    mutating func storedValue(of query: Query) -> StoredValue? {
        for source in query.sources {
            guard let id = catalog.id(of: source), !ambiguous.contains(id),
                let version = catalog.entries[id]?.version
            else { continue }
            catalog.use(id, at: now)
            let below = StorePlaces.value(id).appending(query.place.relative(to: source.place))
            return StoredValue(
                place: below, selection: source == query ? .all : query.selection, id: id,
                version: version)
        }
        return nil
    }

    /// Discards everything: the cache, pending and refused writes.
    ///
    /// - Returns: the number of the change, which the store reports.
    mutating func reset() -> Int {
        let id = outbox.nextID()
        outbox.removeAll()
        refused = []
        storing = [id: nil]
        news.isEverything = true
        failure = nil
        unsettled = []
        catalog.removeAll()
        store(
            StoreStep(edits: StorePlaces.content.map { TreeEdit($0, setting: nil) }),
            then: .stored(id))
        for tracked in allObserved {
            if tracked.phase != .held { emit(.close(tracked.id)) }
            var new = newObservation(of: tracked.query)
            new.observerCount = tracked.observerCount
            queries[tracked.query] = new
            emit(.mark(tracked.query.place))
        }
        openHeld()
        return id
    }
}

// MARK: - Reads

extension Device {
    /// Begins a read that the remote is asked for.
    ///
    /// - Returns: the number of the read; `nil` if it has to wait for an increment.
    mutating func beginRead(_ query: Query) -> Int? {
        if isSendingIncrement(at: query.place) { return nil }
        if isConnected, !isPaused, let head = outbox.head, gateOpenFor != head.id,
            head.overlay.isIncrement(at: query.place)
        {
            return nil
        }
        let id = nextNumber()
        reads[id] = ActiveRead(query: query)
        return id
    }

    /// Ends a read without a value.
    mutating func endRead(_ id: Int) {
        reads[id] = nil
        sendNext()
    }

    /// Ends a read, and caches its value.
    ///
    /// - Returns: the value with pending writes; `nil` if it has to be read again.
    mutating func endRead(_ id: Int, _ value: TreeValue?) -> ReadValue? {
        defer { sendNext() }
        guard let read = reads.removeValue(forKey: id), !read.isAmbiguous else { return nil }
        let query = read.query
        let settled =
            query.isCut
            ? Window(query, server: value, read.made).value
            : query.selection.select(from: value.applying(read.made, at: query.place))
        if !query.sources.contains(where: { queries[$0]?.phase == .live }), queries[query] == nil {
            var step = StoreStep()
            cache(query, settled, id: catalog.number(for: query), &step)
            store(step)
            evict()
        }
        var result = view(of: query, value, read.made)
        result.isAsRead = result.isAsRead && read.made.isEmpty
        return result
    }

    /// Whether writes have to be applied to a read before it ends.
    func needsOverlay(_ id: Int) -> Bool {
        guard let read = reads[id], !read.isAmbiguous else { return true }
        return !read.made.isEmpty || !outbox.overlapping(read.query.place).isEmpty
    }

    /// Returns a value that was read, with pending writes.
    func view(of query: Query, _ value: TreeValue?, _ made: [Overlay] = []) -> ReadValue {
        let pending = outbox.overlapping(query.place).map(\.overlay)
        if pending.isEmpty, made.isEmpty { return ReadValue(value: value) }
        if query.isCut {
            let window = Window(query, server: value, made + pending)
            return ReadValue(
                value: window.value, isComplete: window.isComplete, isAsRead: pending.isEmpty)
        }
        let whole = value.applying(made + pending, at: query.place)
        return ReadValue(
            value: query.selection.select(from: whole), isAsRead: pending.isEmpty)
    }

    /// Whether a pending write has a time that only the server knows.
    func hasEstimates(_ query: Query) -> Bool {
        outbox.overlapping(query.place).contains { $0.overlay.hasServerTime }
    }

    /// Returns the value of an observed query that contains this one, if the server has sent it.
    mutating func liveValue(of query: Query) -> ReadValue? {
        guard isConnected, !hasEstimates(query) else { return nil }
        for source in query.sources {
            guard let tracked = queries[source], tracked.phase == .live, !tracked.hasEstimates
            else { continue }
            if source.isCut {
                queries[source]?.refreshWindow(outbox)
                guard let window = queries[source]?.window(outbox) else { continue }
                if !window.isComplete { continue }
                return ReadValue(value: window.value, isAsRead: false)
            }
            let pending = outbox.overlapping(query.place)
            let value = tracked.value(at: query.place.relative(to: source.place), pending)
            return ReadValue(value: query.selection.select(from: value), isAsRead: false)
        }
        return nil
    }

    /// Returns the value that observers see of a query, or of one that contains it, whether it is
    /// the server's or the cache's.
    func observedValue(of query: Query) -> TreeValue?? {
        let known = query.sources.compactMap { queries[$0] }.filter(\.isKnown)
        guard let tracked = known.first(where: { $0.phase == .live }) ?? known.first else {
            return nil
        }
        return .some(
            TrackedView(tracked, outbox, at: [query.place], isConnected: isConnected)
                .value(at: query.place, query.selection))
    }
}

// MARK: - From the cache

extension Device {
    /// Begins a read of what is known without the remote; `nil` if not all of it is known.
    mutating func beginCachedRead(_ query: Query) -> CachedRead? {
        if let observed = observedValue(of: query) { return .known(observed) }
        guard let stored = storedValue(of: query) else {
            let isCovered = outbox.above(query.place).contains { $0.overlay.covers(query.place) }
            return isCovered ? .known(view(of: query, nil).value) : nil
        }
        let id = nextNumber()
        cachedReads[id] = ActiveRead(query: query, stored: stored)
        return .stored(id, stored)
    }

    /// Ends a read of the store. Writes that left the outbox while the store was being read are in
    /// the result as well.
    ///
    /// - Returns: the value with all own writes; `nil` if it has to be read again, since the store
    ///   couldn't keep it.
    mutating func endCachedRead(_ id: Int, _ value: TreeValue?) -> TreeValue?? {
        guard let read = cachedReads.removeValue(forKey: id), let stored = read.stored,
            catalog.has(stored)
        else { return nil }
        return .some(view(of: read.query, value, read.made).value)
    }
}

/// The first half of a read of what is known without the remote.
enum CachedRead: Hashable, Sendable {
    case known(TreeValue?)
    case stored(Int, StoredValue)
}

/// The value of a read, with pending writes.
struct ReadValue: Sendable {
    var value: TreeValue?

    /// Whether a limited query has all children that it should.
    var isComplete = true

    /// Whether it is the value that the remote has returned.
    var isAsRead = true
}
