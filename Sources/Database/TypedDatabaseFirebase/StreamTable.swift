import TypedDatabase

/// The streams of an engine, and the watches that each serves: a value whose transitions return
/// actions.
///
/// A watch is served by a stream of its own place and query, or by one of a whole place that
/// contains its own, if the stream's state has all writes there that have returned. Otherwise
/// another stream begins, which ends again if the first one has the writes before.
struct StreamTable {
    /// The place and the query of a stream.
    struct Key: Hashable, Sendable {
        var place: TreePlace
        var selection: TreeSelection
    }

    /// The identity of a stream, which differs from an earlier one's of the same key that may still
    /// be ending.
    struct ID: Hashable, Sendable {
        let key: Key
        fileprivate let number: Int
    }

    enum Action {
        case open(ID)
        case close(ID)
        case wake(WatchSignal)
        case fail(WatchSignal, TreeDatabaseError)
    }

    private struct Stream {
        let id: ID
        var tree: StreamTree
        var signals: [ObjectIdentifier: WatchSignal] = [:]

        /// Whether the state has all of another stream's, and all writes there.
        func canServe(_ other: Key) -> Bool {
            let isWithin = id.key.selection == .all && id.key.place.contains(other.place)
            guard other == id.key || isWithin else { return false }
            return tree.hasAllWrites(at: other.place.relative(to: id.key.place))
        }
    }

    private var streams: [ID: Stream] = [:]
    private var streamsByKey: [Key: [ID]] = [:]

    /// The stream that serves each watch.
    private var ids: [ObjectIdentifier: ID] = [:]
    private var lastNumber = 0

    /// The number of writes that have returned.
    private var writeCount = 0

    /// The number of streams.
    var count: Int { streams.count }

    /// Returns the state of the stream that serves a watch; `nil` until it is known.
    func state(for signal: WatchSignal) -> StreamedState? {
        guard let id = ids[signal.id], let tree = streams[id]?.tree, tree.isKnown else {
            return nil
        }
        return StreamedState(place: id.key.place, value: tree.value)
    }
}

// MARK: - Watches

extension StreamTable {
    mutating func add(_ signal: WatchSignal) -> [Action] {
        attach(signal, knowing: StreamTree(signal.key.selection))
    }

    /// Closes the stream that serves a watch, unless another watch has the same place and query.
    mutating func remove(_ signal: WatchSignal) -> [Action] {
        guard let id = detach(signal), let stream = streams[id],
            !stream.signals.values.contains(where: { $0.key == id.key })
        else { return [] }
        return dissolve(id)
    }

    /// Attaches a watch to a stream that can serve it, or to a new one.
    ///
    /// - Parameter tree: the known state of the watch's place, which no later one may precede.
    private mutating func attach(_ signal: WatchSignal, knowing tree: StreamTree) -> [Action] {
        var actions: [Action] = []
        let id: ID
        if let shared = sharedStream(for: signal, knowing: tree) {
            id = shared
            if streams[id]?.tree.isKnown == true {
                signal.record(CollectionOfOne(.root))
                actions = [.wake(signal)]
            }
        } else {
            lastNumber += 1
            id = ID(key: signal.key, number: lastNumber)
            streams[id] = Stream(id: id, tree: tree)
            streamsByKey[id.key, default: []].append(id)
            actions = [.open(id)]
        }
        streams[id]?.signals[signal.id] = signal
        ids[signal.id] = id
        return actions
    }

    /// Returns a stream that can serve a watch. It has the same state if that is known: of two
    /// streams, either may be behind.
    private func sharedStream(for signal: WatchSignal, knowing tree: StreamTree) -> ID? {
        let above = (0...signal.place.depth).map { depth in
            Key(place: TreePlace(Array(signal.place.keys.prefix(depth))), selection: .all)
        }
        for key in [signal.key] + above {
            let place = signal.place.relative(to: key.place)
            let id = streamsByKey[key]?.first { id in
                guard let shared = streams[id]?.tree, shared.hasAllWrites(at: place) else {
                    return false
                }
                guard tree.isKnown else { return true }
                let value = tree.selection.select(from: shared.value[place])
                return shared.isKnown && value == tree.value
            }
            if let id { return id }
        }
        return nil
    }

    private mutating func detach(_ signal: WatchSignal) -> ID? {
        guard let id = ids.removeValue(forKey: signal.id) else { return nil }
        streams[id]?.signals[signal.id] = nil
        return id
    }

    /// Closes a stream, and attaches its watches to others, with the known state.
    private mutating func dissolve(_ id: ID) -> [Action] {
        guard let stream = streams.removeValue(forKey: id) else { return [] }
        streamsByKey[id.key]?.removeAll { $0 == id }
        if streamsByKey[id.key]?.isEmpty == true { streamsByKey[id.key] = nil }
        let signals = stream.signals.values.sorted { $0.place.depth < $1.place.depth }
        let attachments = signals.flatMap { signal in
            let place = signal.place.relative(to: id.key.place)
            let tree = stream.tree.part(at: place, signal.key.selection, afterWrite: writeCount)
            return attach(signal, knowing: tree)
        }
        return [.close(id)] + attachments
    }
}

// MARK: - Streams

extension StreamTable {
    /// Notes that a stream connects, or connects anew.
    mutating func connect(_ id: ID) {
        streams[id]?.tree.connect(afterWrite: writeCount)
    }

    /// Applies an event of a stream.
    mutating func apply(_ updates: [TreeUpdate], to id: ID) -> [Action] {
        guard let old = streams[id]?.tree.missingCount,
            let changed = streams[id]?.tree.apply(updates),
            let stream = streams[id]
        else { return [] }
        let places = changed.map(id.key.place.appending)
        let marked = stream.signals.values.filter { $0.mark(absolute: places) }
        let isNewer = stream.tree.isKnown && stream.tree.missingCount < old
        return marked.map { .wake($0) } + (isNewer ? join(id) : [])
    }

    /// Closes the streams that aren't known yet, and whose watches another one can serve.
    private mutating func join(_ id: ID) -> [Action] {
        let unknown = streams.values.filter { other in
            !other.tree.isKnown && other.id != id && streams[id]?.canServe(other.id.key) == true
        }
        return unknown.flatMap { dissolve($0.id) }
    }

    /// Notes a write that has returned, with the values that it has left.
    mutating func wrote(_ values: [(place: TreePlace, value: WrittenValue)]) {
        writeCount += 1
        for id in streams.keys {
            for (place, value) in values {
                if let below = place.changed(in: id.key.place) {
                    let value = value[below == .root ? id.key.place.relative(to: place) : .root]
                    streams[id]?.tree.wrote(value, at: below, number: writeCount)
                }
            }
        }
    }

    /// Ends a stream that has failed permanently. Watches of places below get streams of their own,
    /// since the rules may allow these although they don't allow the whole.
    mutating func fail(_ id: ID, _ error: TreeDatabaseError) -> [Action] {
        guard let stream = streams[id] else { return [] }
        let failed = stream.signals.values.filter { $0.key == id.key }
        for signal in failed { _ = detach(signal) }
        return failed.map { .fail($0, error) } + dissolve(id)
    }
}

/// The state of a stream's place.
struct StreamedState: TreeState {
    let place: TreePlace
    let value: TreeValue?

    func value(at place: TreePlace) -> TreeValue? {
        value[place.relative(to: self.place)]
    }
}

extension WatchSignal {
    fileprivate var id: ObjectIdentifier { ObjectIdentifier(self) }

    /// The key of a stream for this watch alone.
    fileprivate var key: StreamTable.Key {
        StreamTable.Key(place: place, selection: RemoteQuery(selection).sent)
    }

    /// Marks the absolute places that affect the watch. Returns whether any does.
    fileprivate func mark(absolute places: [TreePlace]) -> Bool {
        let relative = places.compactMap { $0.changed(in: place) }
        if !relative.isEmpty { record(relative) }
        return !relative.isEmpty
    }
}
