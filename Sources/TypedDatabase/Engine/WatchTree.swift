/// Watches by place, so that a write finds those it concerns without asking the others.
package struct WatchTree: Sendable {
    private var watches: [ObjectIdentifier: WatchSignal] = [:]
    private var children: [TreeKey: WatchTree] = [:]

    package init() {}

    package var isEmpty: Bool { watches.isEmpty && children.isEmpty }

    /// How many watches there are, at this place and below.
    package var count: Int {
        children.values.reduce(watches.count) { $0 + $1.count }
    }

    package mutating func insert(_ watch: WatchSignal, at place: TreePlace) {
        change(at: place.keys[...]) { $0[ObjectIdentifier(watch)] = watch }
    }

    /// Does nothing if the watch isn't there.
    package mutating func remove(_ watch: WatchSignal, at place: TreePlace) {
        change(at: place.keys[...]) { $0[ObjectIdentifier(watch)] = nil }
    }

    private mutating func change(
        at keys: ArraySlice<TreeKey>, _ body: (inout [ObjectIdentifier: WatchSignal]) -> Void
    ) {
        guard let key = keys.first else { return body(&watches) }
        children[key, default: WatchTree()].change(at: keys.dropFirst(), body)
        if children[key]?.isEmpty == true { children[key] = nil }
    }

    /// Marks a place for all watches at, above and below it. Returns those, to be woken.
    package func record(_ place: TreePlace) -> [WatchSignal] {
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
