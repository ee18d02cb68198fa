import TypedDatabase

/// The streams of an engine, and the watches that each serves: a value whose transitions return
/// actions.
///
/// A watch is served by a stream of its own place and query, or by one of a whole place that
/// contains its own.
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
    }

    private var streams: [Key: Stream] = [:]

    /// The stream that serves each watch.
    private var keys: [ObjectIdentifier: Key] = [:]
    private var lastNumber = 0

    /// The number of streams.
    var count: Int { streams.count }

    /// Returns the state of the stream that serves a watch; `nil` until it is known.
    func state(for signal: WatchSignal) -> StreamedState? {
        guard let key = keys[signal.id], let tree = streams[key]?.tree, tree.isKnown else {
            return nil
        }
        return StreamedState(place: key.place, value: tree.value)
    }
}

// MARK: - Watches

extension StreamTable {
    mutating func add(_ signal: WatchSignal) -> [Action] {
        attach(signal, knowing: StreamTree(signal.key.selection))
    }

    /// Closes the stream that serves a watch, unless another watch has the same place and query.
    mutating func remove(_ signal: WatchSignal) -> [Action] {
        guard let key = detach(signal), let stream = streams[key],
            !stream.signals.values.contains(where: { $0.key == key })
        else { return [] }
        return [.close(stream.id)] + dissolve(key)
    }

    /// Attaches a watch to a stream that can serve it, or to a new one.
    ///
    /// - Parameter tree: the known state of the watch's place.
    private mutating func attach(_ signal: WatchSignal, knowing tree: StreamTree) -> [Action] {
        let key = existingKey(for: signal) ?? signal.key
        var actions: [Action] = []
        if let stream = streams[key] {
            // The stream's state may differ from the one that the watch has delivered.
            if stream.tree.isKnown {
                signal.record(CollectionOfOne(.root))
                actions = [.wake(signal)]
            }
        } else {
            lastNumber += 1
            let id = ID(key: key, number: lastNumber)
            streams[key] = Stream(id: id, tree: tree)
            actions = [.open(id)]
        }
        streams[key]?.signals[signal.id] = signal
        keys[signal.id] = key
        return actions
    }

    private func existingKey(for signal: WatchSignal) -> Key? {
        if streams[signal.key] != nil { return signal.key }
        let above = (0...signal.place.depth).map { depth in
            Key(place: TreePlace(Array(signal.place.keys.prefix(depth))), selection: .all)
        }
        return above.first { streams[$0] != nil }
    }

    private mutating func detach(_ signal: WatchSignal) -> Key? {
        guard let key = keys.removeValue(forKey: signal.id) else { return nil }
        streams[key]?.signals[signal.id] = nil
        return key
    }

    /// Removes a stream, and attaches its watches to others, with the known state.
    private mutating func dissolve(_ key: Key) -> [Action] {
        guard let stream = streams.removeValue(forKey: key) else { return [] }
        let signals = stream.signals.values.sorted { $0.place.depth < $1.place.depth }
        return signals.flatMap { signal in
            let place = signal.place.relative(to: key.place)
            return attach(signal, knowing: stream.tree.part(at: place, signal.key.selection))
        }
    }
}

// MARK: - Streams

extension StreamTable {
    /// Applies an event of a stream.
    mutating func apply(_ updates: [TreeUpdate], to id: ID) -> [Action] {
        guard streams[id.key]?.id == id, let changed = streams[id.key]?.tree.apply(updates),
            let signals = streams[id.key]?.signals.values
        else { return [] }
        let places = changed.map(id.key.place.appending)
        return signals.filter { $0.mark(absolute: places) }.map { .wake($0) }
    }

    /// Ends a stream that has failed permanently. Watches of places below get streams of their own,
    /// since the rules may allow these although they don't allow the whole.
    mutating func fail(_ id: ID, _ error: TreeDatabaseError) -> [Action] {
        guard let stream = streams[id.key], stream.id == id else { return [] }
        let failed = stream.signals.values.filter { $0.key == id.key }
        for signal in failed { _ = detach(signal) }
        return failed.map { .fail($0, error) } + [.close(id)] + dissolve(id.key)
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
