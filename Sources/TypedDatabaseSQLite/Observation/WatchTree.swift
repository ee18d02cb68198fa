import TypedDatabase

/// The signals of all watches by the places they watch, so that a change finds those it is about.
struct WatchTree {
    private var signals: [ObjectIdentifier: WatchSignal] = [:]
    private var children: [TreeKey: WatchTree] = [:]

    var isEmpty: Bool { signals.isEmpty && children.isEmpty }

    mutating func insert(_ signal: WatchSignal, at place: TreePlace) {
        update(place.keys[...]) { $0[ObjectIdentifier(signal)] = signal }
    }

    mutating func remove(_ signal: WatchSignal, at place: TreePlace) {
        update(place.keys[...]) { $0[ObjectIdentifier(signal)] = nil }
    }

    private mutating func update(
        _ keys: ArraySlice<TreeKey>, _ body: (inout [ObjectIdentifier: WatchSignal]) -> Void
    ) {
        guard let key = keys.first else { return body(&signals) }
        children[key, default: WatchTree()].update(keys.dropFirst(), body)
        if children[key]?.isEmpty == true { children[key] = nil }
    }

    /// Records a change at the watches of places that it is in, and of those that are in it.
    ///
    /// Returns the signals to be woken when no lock is held.
    func record(_ place: TreePlace) -> [WatchSignal] {
        var found: [WatchSignal] = []
        var node = self
        for (depth, key) in place.keys.enumerated() {
            node.recordHere(place.keys[depth...], &found)
            guard let child = node.children[key] else { return found }
            node = child
        }
        node.recordEverywhere(&found)
        return found
    }

    private func recordHere(_ keys: ArraySlice<TreeKey>, _ found: inout [WatchSignal]) {
        for signal in signals.values {
            signal.record(CollectionOfOne(TreePlace(Array(keys))))
            found.append(signal)
        }
    }

    private func recordEverywhere(_ found: inout [WatchSignal]) {
        recordHere([], &found)
        for child in children.values { child.recordEverywhere(&found) }
    }
}
