import TypedDatabase

/// The streams of an engine, and the watches that each of them serves.
///
/// A watch is served by a stream of its own place and query, or of all of a place that its own is in.
final class StreamHub: Sendable {
    struct Key: Hashable, Sendable {
        var place: TreePlace

        /// What the server selects.
        var selection: TreeSelection
    }

    /// Tells a stream from an earlier one of the same key, which may not have noticed its end yet.
    struct ID: Hashable, Sendable {
        let key: Key
        fileprivate let number: Int
    }

    private struct Stream {
        let id: ID
        var tree: StreamTree
        var watches: [ObjectIdentifier: StreamSubscriber] = [:]
        var task: Task<Void, Never>
    }

    private struct State {
        var streams: [Key: Stream] = [:]

        /// The stream that serves each watch.
        var keys: [ObjectIdentifier: Key] = [:]

        /// How many streams there have ever been.
        var startCount = 0
    }

    private let state = Locked(State())
    let client: FirebaseClient

    init(_ client: FirebaseClient) {
        self.client = client
    }

    /// How many streams there are.
    var count: Int { state.withLock { $0.streams.count } }

    // MARK: - For watches

    func add(_ watch: StreamSubscriber) {
        state.withLock { add(watch, to: &$0, knowing: StreamTree(watch.key.selection)) }
    }

    /// - Parameter tree: what is known of the watch's place.
    private func add(_ watch: StreamSubscriber, to state: inout State, knowing tree: StreamTree) {
        let key = Self.key(for: watch, in: state.streams) ?? watch.key
        if state.streams[key] != nil {
            // What that stream knows may differ from what the watch has been told.
            watch.signal.record(CollectionOfOne(.root))
        } else {
            state.startCount += 1
            let id = ID(key: key, number: state.startCount)
            let task = Task { await StreamReader(id, self).run() }
            state.streams[key] = Stream(id: id, tree: tree, task: task)
        }
        state.streams[key]?.watches[watch.id] = watch
        state.keys[watch.id] = key
    }

    /// The stream that can serve a watch.
    private static func key(for watch: StreamSubscriber, in streams: [Key: Stream]) -> Key? {
        if streams[watch.key] != nil { return watch.key }
        for depth in 0...watch.key.place.depth {
            let above = TreePlace(Array(watch.key.place.keys.prefix(depth)))
            let key = Key(place: above, selection: .all)
            if streams[key] != nil { return key }
        }
        return nil
    }

    /// Ends the stream that serves a watch if no other watch has asked for the same.
    func remove(_ watch: StreamSubscriber) {
        let (task, moved) = state.withLock { state -> (Task<Void, Never>?, [StreamSubscriber]) in
            guard let key = state.keys.removeValue(forKey: watch.id) else { return (nil, []) }
            state.streams[key]?.watches[watch.id] = nil
            guard let stream = state.streams[key],
                !stream.watches.values.contains(where: { $0.key == key })
            else { return (nil, []) }
            return (stream.task, end(key, in: &state))
        }
        task?.cancel()
        for watch in moved { watch.signal.wake() }
    }

    /// Takes a stream away, and gives its watches to others, with what is known. Returns those.
    private func end(_ key: Key, in state: inout State) -> [StreamSubscriber] {
        guard let stream = state.streams.removeValue(forKey: key) else { return [] }
        let watches = stream.watches.values.sorted { $0.key.place.depth < $1.key.place.depth }
        for watch in watches {
            let place = watch.key.place.relative(to: key.place)
            add(watch, to: &state, knowing: stream.tree.part(at: place, watch.key.selection))
        }
        return watches
    }

    /// What is known at a watch's place, and all marks of it that aren't taken yet; `nil` if it isn't
    /// known yet.
    func snapshot(for watch: StreamSubscriber) throws -> (TreeValue?, WatchMarks)? {
        try state.withLock { state in
            guard let key = state.keys[watch.id], let tree = state.streams[key]?.tree, tree.isKnown
            else { return nil }
            let place = watch.key.place.relative(to: key.place)
            return (tree.value[place], try watch.signal.take())
        }
    }

    // MARK: - For streams

    /// Takes in what a stream says.
    func apply(_ updates: [TreeUpdate], to id: ID) {
        let watches = state.withLock { state -> [StreamSubscriber] in
            guard state.streams[id.key]?.id == id,
                let changed = state.streams[id.key]?.tree.apply(updates), !changed.isEmpty,
                let watches = state.streams[id.key]?.watches.values
            else { return [] }
            let places = changed.map(id.key.place.appending)
            return watches.filter { $0.record(places) }
        }
        for watch in watches { watch.signal.wake() }
    }

    /// A stream has failed for good. Watches of places below try on their own, since the rules may
    /// allow them what they don't allow for all of it.
    func fail(_ id: ID, _ error: TreeDatabaseError) {
        typealias Watches = [StreamSubscriber]
        let (failed, moved) = state.withLock { state -> (Watches, Watches) in
            guard let stream = state.streams[id.key], stream.id == id else { return ([], []) }
            let failed = stream.watches.values.filter { $0.key == id.key }
            for watch in failed {
                state.streams[id.key]?.watches[watch.id] = nil
                state.keys[watch.id] = nil
            }
            return (failed, end(id.key, in: &state))
        }
        for watch in failed { watch.signal.fail(error) }
        for watch in moved { watch.signal.wake() }
    }
}

/// A watch, as the hub knows it.
struct StreamSubscriber: Sendable {
    /// The stream that would be its own.
    let key: StreamHub.Key
    let signal = WatchSignal()

    var id: ObjectIdentifier { ObjectIdentifier(signal) }

    /// Marks those of some places, as seen from the root, that concern it. Returns whether there is one.
    func record(_ places: [TreePlace]) -> Bool {
        let relative = places.compactMap { place -> TreePlace? in
            if key.place.contains(place) { return place.relative(to: key.place) }
            return place.contains(key.place) ? .root : nil
        }
        if relative.isEmpty { return false }
        signal.record(relative)
        return true
    }
}
