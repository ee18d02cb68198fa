import TypedDatabase

extension Device {
    /// Takes writes that the server has made into all that is known: observed values, cached ones,
    /// and answers that are on their way.
    ///
    /// - Parameter step: the step of the store that it becomes a part of.
    mutating func take(_ writes: [Overlay], _ step: inout StoreStep) {
        for id in reads.keys { reads[id]?.take(writes) }
        for id in cachedReads.keys { cachedReads[id]?.take(writes) }
        let edits = writes.flatMap(\.edits)
        for query in observed(edits) { takeObserved(writes, query, &step) }
        let cached = edits.reduce(into: Set<Int>()) { $0.formUnion(catalog.overlapping($1.place)) }
        for id in cached.sorted() {
            guard let query = catalog.entries[id]?.query, queries[query]?.isKnown != true else {
                continue
            }
            if ambiguous.contains(id) {
                catalog.remove(id)
                step.edits += Self.removal(of: id)
            } else {
                takeCached(writes.filter { $0.overlaps(query.place) }, query, id, &step)
            }
        }
    }

    private mutating func takeObserved(
        _ writes: [Overlay], _ query: Query, _ step: inout StoreStep
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

    private mutating func takeCached(
        _ writes: [Overlay], _ query: Query, _ id: Int, _ step: inout StoreStep
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

    /// Throws away everything: the cache, pending and refused writes.
    ///
    /// - Returns: the number under which the store takes it.
    mutating func reset() -> Int {
        let id = outbox.nextID()
        outbox.removeAll()
        refused = []
        storing = [id: nil]
        news.isEverything = true
        failure = nil
        unsettled = []
        catalog.removeAll()
        let places = [
            StorePlaces.outbox, StorePlaces.refused, StorePlaces.queries, StorePlaces.values,
        ]
        store(StoreStep(edits: places.map { TreeEdit($0, setting: nil) }), then: .stored(id))
        for tracked in allObserved {
            if tracked.phase != .held { emit(.close(tracked.id)) }
            var new = TrackedQuery(
                TrackedQuery.ID(query: tracked.query, number: nextNumber()),
                cacheID: catalog.number(for: tracked.query))
            new.observerCount = tracked.observerCount
            queries[tracked.query] = new
            emit(.mark(tracked.query.place))
        }
        openHeld()
        return id
    }
}
