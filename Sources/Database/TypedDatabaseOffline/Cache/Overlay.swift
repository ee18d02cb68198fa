import TypedDatabase

/// The effect of a write on a view: a pending one, or one that the server has made and the stream
/// hasn't shown yet.
struct Overlay: Hashable, Sendable {
    /// The write's number.
    let id: Int
    var edits: [TreeEdit]

    /// The estimate of the server's time, in milliseconds since 1970.
    let time: Int64

    /// Whether the write changes a place, or its children.
    func overlaps(_ place: TreePlace) -> Bool {
        edits.contains { $0.place.overlaps(place) }
    }

    /// Whether the write has a place in common with others.
    func overlaps(_ others: [Overlay]) -> Bool {
        others.contains { other in edits.contains { other.overlaps($0.place) } }
    }

    /// Whether a part of the write is only known to the server.
    var hasServerTime: Bool {
        edits.contains { edit in
            if case .set(let value) = edit.operation { !value.serverTimes.isEmpty } else { false }
        }
    }

    /// Whether making the write twice would count twice.
    var hasIncrement: Bool { edits.contains(where: \.isIncrement) }

    /// Whether the write has an increment, and changes a place or its children.
    func isIncrement(at place: TreePlace) -> Bool { hasIncrement && overlaps(place) }

    /// Whether the value at a place after the write is independent of the value before.
    func covers(_ place: TreePlace) -> Bool {
        edits.contains { !$0.isIncrement && $0.place.contains(place) }
    }

    /// Returns the place above another one at which the write makes a scalar.
    func scalar(above place: TreePlace) -> TreePlace? {
        for edit in edits where edit.place != place && edit.place.contains(place) {
            let below = place.relative(to: edit.place)
            let value = edit.resolved(at: time, from: nil)
            if let scalar = value.scalar(above: below) { return edit.place.appending(scalar) }
        }
        return nil
    }

    /// Returns the value at a place after the write.
    func applied(to value: TreeValue?, at place: TreePlace) -> TreeValue? {
        edits.reduce(value) { value, edit in
            if place.contains(edit.place) {
                var value = value
                let below = edit.place.relative(to: place)
                value[below] = edit.resolved(at: time, from: value[below])
                return value
            }
            guard edit.place.contains(place) else { return value }
            return edit.resolved(at: time, from: nil)[place.relative(to: edit.place)]
        }
    }

    /// The places at which the write changes a place, relative to it.
    func changes(in place: TreePlace) -> [TreePlace] {
        edits.compactMap { $0.place.changed(in: place) }
    }

    /// Returns the write with the server's own times, as far as a value has them.
    ///
    /// - Parameter value: the value at a place, after the write.
    func withTimes(of value: TreeValue?, at place: TreePlace) -> Overlay {
        var overlay = self
        overlay.edits = edits.map { edit in
            guard case .set(var pending) = edit.operation else { return edit }
            pending.serverTimes.removeAll { time in
                let whole = edit.place.appending(time)
                guard let number = value.integer(at: whole, below: place) else { return false }
                pending.value[time] = .integer(number)
                return true
            }
            return TreeEdit(edit.place, .set(pending))
        }
        return overlay
    }

    /// Returns the server's own time of the write, if a value has it.
    ///
    /// - Parameter value: the value at a place, after the write.
    func serverTime(in value: TreeValue?, at place: TreePlace) -> Int64? {
        for edit in edits {
            guard case .set(let pending) = edit.operation else { continue }
            for time in pending.serverTimes {
                let whole = edit.place.appending(time)
                if let number = value.integer(at: whole, below: place) { return number }
            }
        }
        return nil
    }
}

extension TreeValue? {
    /// Returns the integer of a place below that of the value.
    fileprivate func integer(at whole: TreePlace, below place: TreePlace) -> Int64? {
        guard place.contains(whole), case .integer(let number)? = self[whole.relative(to: place)]
        else { return nil }
        return number
    }

    /// Returns the place above another one that has a scalar.
    func scalar(above place: TreePlace) -> TreePlace? {
        var value = self
        for (depth, key) in place.keys.enumerated() {
            guard case .children(let children)? = value else {
                return value == nil ? nil : TreePlace(Array(place.keys.prefix(depth)))
            }
            value = children[key]
        }
        return nil
    }

    /// Returns the value at a place after some writes.
    func applying(_ overlays: some Sequence<Overlay>, at place: TreePlace) -> TreeValue? {
        overlays.reduce(self) { $1.applied(to: $0, at: place) }
    }
}

// MARK: - Echoes

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
