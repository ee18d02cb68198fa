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

        /// Whether this stream's state includes another one's, with all writes there.
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
    /// Records that a stream connects or reconnects.
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

    /// Records a write that has returned, with the values that it has left at its places.
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

// MARK: - One stream's state

/// The state of a stream's place.
///
/// A write's answer and its event come over different connections, in either order. So the state may
/// lack writes of this engine that have returned, which a new watch has to begin with. A write
/// leaves the list of these when the state has its value after an event at its place, or when the
/// stream has connected anew. A write that changes nothing never enters it: it may have no event.
struct StreamTree: Sendable {
    /// A write that the state may lack.
    private struct Missing {
        let place: TreePlace
        let value: WrittenValue

        /// The number of the write, in the order in which they return.
        let number: Int
    }

    /// The server's selection.
    let selection: TreeSelection

    /// Whether the whole state has been received. From then on, the value is a state of the place.
    private(set) var isKnown = false
    private(set) var value: TreeValue?

    /// The latest write at each place that the state may lack.
    private var missing = PlaceTree<Missing>()
    private(set) var missingCount = 0

    /// The number of the last write that had returned when the stream connected: its first event,
    /// the whole state, has that write and those before.
    private var connectedAfter: Int?

    /// The number of missing writes above which all of the state counts as old, until the stream
    /// connects anew.
    static let maximumMissingCount = 10_000

    init(_ selection: TreeSelection) {
        self.selection = selection
    }

    /// Returns the known part of a selection at a place below, for a stream of its own.
    ///
    /// - Parameter number: the number of the last write.
    func part(at place: TreePlace, _ selection: TreeSelection, afterWrite number: Int) -> StreamTree
    {
        var part = StreamTree(selection)
        part.isKnown = isKnown
        part.value = selection.select(from: value[place])
        if !hasAllWrites(at: place) { part.assumeEverythingMissing(upTo: number) }
        return part
    }

    /// Whether the state has all writes at a place that have returned.
    func hasAllWrites(at place: TreePlace) -> Bool {
        !missing.hasElements(overlapping: place)
    }

    // MARK: - Events

    /// Records that the stream connects or reconnects.
    mutating func connect(afterWrite number: Int) {
        connectedAfter = number
    }

    /// Applies an event. Returns the places that may have changed.
    mutating func apply(_ updates: [TreeUpdate]) -> [TreePlace] {
        let isFirst = !isKnown
        for update in updates {
            if update.place.depth == 0 {
                isKnown = true
                if let number = connectedAfter { removeMissing(at: .root) { $0.number <= number } }
                connectedAfter = nil
            }
            value[update.place] = update.value
            if !missing.isEmpty { removeMissing(at: update.place, where: reflects) }
        }
        let changed = updates.map(\.place) + cutToLimit()
        return isFirst ? [.root] : changed
    }

    /// Removes the children that others have pushed out of the limit. Returns their places.
    ///
    /// Whether the server sends their removal isn't documented.
    private mutating func cutToLimit() -> [TreePlace] {
        guard let limit = selection.limit, case .children(let children)? = value,
            children.count > limit.count
        else { return [] }
        let selected = selection.select(from: value)
        defer { value = selected }
        return children.filter { selected?.children[$0.key] == nil }.map { [$0.key] }
    }

    // MARK: - This engine's writes

    /// Records a write that has returned.
    ///
    /// - Parameters:
    ///   - value: the value that the write has left at a place, relative to this one.
    ///   - number: the number of the write.
    mutating func wrote(_ value: WrittenValue, at place: TreePlace, number: Int) {
        let write = Missing(place: place, value: value, number: number)
        // While an earlier write at the place is missing, an equal value can be the one before both.
        if isKnown, hasAllWrites(at: place), reflects(write) { return }
        missingCount -= missing.replace(place, with: write).count - 1
        if missingCount > Self.maximumMissingCount { assumeEverythingMissing(upTo: number) }
    }

    private mutating func assumeEverythingMissing(upTo number: Int) {
        missing.replace(.root, with: Missing(place: .root, value: .unknown, number: number))
        missingCount = 1
    }

    /// Removes the missing writes at, above and below a place that meet a condition.
    private mutating func removeMissing(at place: TreePlace, where isFound: (Missing) -> Bool) {
        var missing = missing
        self.missing = PlaceTree()
        missingCount -= missing.removeAll(overlapping: place, where: isFound)
        self.missing = missing
    }

    /// Whether the state is the same with and without a write.
    private func reflects(_ write: Missing) -> Bool {
        guard case .known(let written) = write.value else { return false }
        guard selection != .all else { return value[write.place] == written }
        // Part of a child doesn't tell whether the child is selected.
        if write.place.depth > 1, value[[write.place.keys[0]]] == nil { return false }
        var new = value
        new[write.place] = written
        return selection.select(from: new) == selection.select(from: value)
    }
}

/// A value that a write has left at its place.
enum WrittenValue: Sendable {
    case known(TreeValue?)

    /// Computed by the server, and not part of its answer.
    case unknown

    /// Returns the value at a place below.
    subscript(place: TreePlace) -> WrittenValue {
        switch self {
        case .known(let value): .known(value[place])
        case .unknown: .unknown
        }
    }
}

extension TreeSelection.Limit {
    fileprivate var count: Int {
        switch self {
        case .first(let count), .last(let count): count
        }
    }
}
