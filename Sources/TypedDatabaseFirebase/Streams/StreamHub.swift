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

    private struct Stream {
        var tree: StreamTree
        var watches: [ObjectIdentifier: StreamSubscriber] = [:]
        var task: Task<Void, Never>?
    }

    private let streams = Locked<[Key: Stream]>([:])
    let client: FirebaseClient

    init(_ client: FirebaseClient) {
        self.client = client
    }

    /// How many streams there are.
    var count: Int { streams.withLock { $0.count } }

    // MARK: - For watches

    func add(_ watch: StreamSubscriber) {
        streams.withLock { add(watch, to: &$0, seed: nil) }
    }

    /// - Parameter seed: what is at the watch's place, if it was known.
    private func add(_ watch: StreamSubscriber, to streams: inout [Key: Stream], seed: StreamTree?)
    {
        if let key = key(for: watch, in: streams) {
            streams[key]?.watches[watch.id] = watch
            return
        }
        let key = watch.key
        let tree = seed ?? StreamTree(key.selection)
        streams[key] = Stream(tree: tree, watches: [watch.id: watch], task: start(key))
    }

    /// The stream that can serve a watch.
    private func key(for watch: StreamSubscriber, in streams: [Key: Stream]) -> Key? {
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
        let task = streams.withLock { streams -> Task<Void, Never>? in
            guard let key = streams.first(where: { $1.watches[watch.id] != nil })?.key else {
                return nil
            }
            streams[key]?.watches[watch.id] = nil
            guard let stream = streams[key],
                !stream.watches.values.contains(where: { $0.key == key })
            else { return nil }
            streams[key] = nil
            move(stream, at: key, in: &streams)
            return stream.task
        }
        task?.cancel()
    }

    /// Gives the watches of a stream that is no more to others, each with what it knows.
    private func move(_ stream: Stream, at key: Key, in streams: inout [Key: Stream]) {
        let watches = stream.watches.values.sorted { $0.key.place.depth < $1.key.place.depth }
        for watch in watches {
            let place = watch.key.place.relative(to: key.place)
            let value = watch.key.selection.select(from: stream.tree.value[place])
            let seed =
                stream.tree.isKnown
                ? StreamTree(watch.key.selection, value: value) : nil
            add(watch, to: &streams, seed: seed)
        }
    }

    /// What is known at a watch's place, and all marks of it that aren't taken yet; `nil` if it isn't
    /// known yet.
    func snapshot(for watch: StreamSubscriber) throws -> (TreeValue?, WatchMarks)? {
        try streams.withLock { streams in
            guard let (key, stream) = streams.first(where: { $1.watches[watch.id] != nil }),
                stream.tree.isKnown
            else { return nil }
            let place = watch.key.place.relative(to: key.place)
            return (stream.tree.value[place], try watch.signal.take())
        }
    }

    // MARK: - For streams

    private func start(_ key: Key) -> Task<Void, Never> {
        Task { await StreamReader(key, self).run() }
    }

    /// Takes in what a stream says.
    func apply(_ updates: [TreeUpdate], to key: Key) {
        let watches = streams.withLock { streams -> [StreamSubscriber] in
            guard let changed = streams[key]?.tree.apply(updates), !changed.isEmpty else {
                return []
            }
            let watches = Array(streams[key]?.watches.values ?? [:].values)
            let places = changed.map(key.place.appending)
            return watches.filter { $0.record(places) }
        }
        for watch in watches { watch.signal.wake() }
    }

    /// A stream has failed for good. Watches of places below try on their own, since the rules may
    /// allow them what they don't allow for all of it.
    func fail(_ key: Key, _ error: TreeDatabaseError) {
        let failed = streams.withLock { streams -> [StreamSubscriber] in
            guard var stream = streams.removeValue(forKey: key) else { return [] }
            let failed = stream.watches.values.filter { $0.key == key }
            for watch in failed { stream.watches[watch.id] = nil }
            move(stream, at: key, in: &streams)
            return failed
        }
        for watch in failed { watch.signal.fail(error) }
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
