/// Watches by place, so that a write finds the affected ones without asking the others.
public struct WatchTree: Sendable {
    private var watches: [ObjectIdentifier: WatchSignal] = [:]
    private var children: [TreeKey: WatchTree] = [:]

    /// Makes a tree without watches.
    public init() {}

    /// Whether no watch is in the tree.
    public var isEmpty: Bool { watches.isEmpty && children.isEmpty }

    /// The number of watches, at this place and below.
    public var count: Int {
        children.values.reduce(watches.count) { $0 + $1.count }
    }

    /// Adds a watch, with everything marked.
    public mutating func insert(_ signal: WatchSignal) {
        signal.record(CollectionOfOne(.root))
        change(at: signal.place.keys[...]) { $0[ObjectIdentifier(signal)] = signal }
    }

    /// Removes a watch. A no-op if the watch isn't in the tree.
    public mutating func remove(_ signal: WatchSignal) {
        change(at: signal.place.keys[...]) { $0[ObjectIdentifier(signal)] = nil }
    }

    /// Marks places for all watches at, above and below them, and wakes these watches.
    ///
    /// Call this without holding a lock, or use ``record(_:)``.
    public mutating func mark(_ places: some Sequence<TreePlace>) {
        for signal in places.flatMap(record) {
            if signal.hasEnded { remove(signal) } else { signal.wake() }
        }
    }

    private mutating func change(
        at keys: ArraySlice<TreeKey>, _ body: (inout [ObjectIdentifier: WatchSignal]) -> Void
    ) {
        guard let key = keys.first else { return body(&watches) }
        children[key, default: WatchTree()].change(at: keys.dropFirst(), body)
        if children[key]?.isEmpty == true { children[key] = nil }
    }

    /// Marks a place for all watches at, above and below it. Returns these, for the caller to wake
    /// once no lock is held.
    public func record(_ place: TreePlace) -> [WatchSignal] {
        var recorded: [WatchSignal] = []
        var tree = self
        for (depth, key) in place.keys.enumerated() {
            if !tree.watches.isEmpty {
                let below = TreePlace(Array(place.keys[depth...]))
                tree.recordHere(below, &recorded)
            }
            guard let child = tree.children[key] else { return recorded }
            tree = child
        }
        tree.recordEverything(&recorded)
        return recorded
    }

    private func recordHere(_ place: TreePlace, _ recorded: inout [WatchSignal]) {
        for watch in watches.values { watch.record(CollectionOfOne(place)) }
        recorded += watches.values
    }

    private func recordEverything(_ recorded: inout [WatchSignal]) {
        recordHere(.root, &recorded)
        for child in children.values { child.recordEverything(&recorded) }
    }
}
