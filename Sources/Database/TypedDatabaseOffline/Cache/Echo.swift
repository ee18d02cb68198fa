import TypedDatabase

/// The recognition of writes in the states that a stream shows.
struct Echo {
    let query: Query

    /// Returns the number of writes, the fewest possible, that lead from one state to another at
    /// their own places; `nil` if none do, since others have written there as well.
    ///
    /// The fewest, since a later write may set a value that an earlier state had already.
    func count(of writes: [Overlay], from old: TreeValue?, to new: TreeValue?) -> Int? {
        let places = WatchMarks(writes.flatMap(changes)).places
        var state = EchoState(query, old, places)
        if state.equals(new) { return 0 }
        for (index, write) in writes.enumerated() {
            state.apply(write.withTimes(of: new, at: query.place), in: new)
            if state.equals(new) { return index + 1 }
        }
        return nil
    }

    /// Whether a state is the same with and without a write.
    func isUnchanged(_ value: TreeValue?, by write: Overlay) -> Bool {
        var state = EchoState(query, value, WatchMarks(changes(write)).places)
        state.apply(write)
        return state.equals(value)
    }

    /// The relative places that a write changes; whole children if some are left out.
    func changes(_ write: Overlay) -> [TreePlace] {
        write.changes(in: query.place).map {
            query.isCut ? TreePlace(Array($0.keys.prefix(1))) : $0
        }
    }
}

/// The values of a query at some places.
private struct EchoState {
    private let query: Query
    private let places: [TreePlace]
    private var values: [TreeValue?] = []
    private var window: Window?

    init(_ query: Query, _ value: TreeValue?, _ places: [TreePlace]) {
        self.query = query
        self.places = places
        if query.isCut {
            window = Window(query, server: value)
        } else {
            values = places.map { value[$0] }
        }
    }

    mutating func apply(_ write: Overlay, in later: TreeValue? = nil) {
        window?.apply(write, in: later)
        for index in values.indices {
            values[index] = write.applied(
                to: values[index], at: query.place.appending(places[index]))
        }
    }

    func equals(_ value: TreeValue?) -> Bool {
        if let window {
            let known = window.value
            return !window.mayLackChildren && places.allSatisfy { known[$0] == value[$0] }
        }
        return zip(places, values).allSatisfy { value[$0] == $1 }
    }
}
