import TypedDatabase

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
        pump()
    }

    /// Ends a read, and caches its value.
    ///
    /// - Returns: the value with pending writes; `nil` if it has to be read again.
    mutating func endRead(_ id: Int, _ value: TreeValue?) -> ReadValue? {
        defer { pump() }
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
