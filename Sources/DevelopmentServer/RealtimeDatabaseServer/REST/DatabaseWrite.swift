import TypedDatabase

/// The effect of a PUT, POST, PATCH or DELETE.
struct DatabaseWrite {
    /// The place that the request named.
    let place: TreePlace

    /// Whether the write sets some places below this one, and keeps the others.
    let isPatch: Bool

    /// The new values, at places relative to the write's own.
    let edits: [(place: TreePlace, value: PendingTree)]

    /// Makes a write that replaces all of a place.
    init(putting value: PendingTree, at place: TreePlace) {
        self.place = place
        isPatch = false
        edits = [(.root, value)]
    }

    /// Makes a write that sets some places below one, none of which is inside another.
    init(
        patching place: TreePlace, with edits: [(place: TreePlace, value: PendingTree)]
    ) throws(ServiceError) {
        self.place = place
        isPatch = true
        self.edits = edits
        try checkOverlaps()
    }

    private func checkOverlaps() throws(ServiceError) {
        let places = edits.map(\.place).sorted { $0.keys.lexicographicallyPrecedes($1.keys) }
        for (place, next) in zip(places, places.dropFirst()) where place.contains(next) {
            throw ServiceError(
                400,
                "Invalid data; the path /\(place) is the same as, or an ancestor of, the path "
                    + "/\(next)")
        }
    }

    /// Returns the write with the server's values filled in.
    ///
    /// - Parameters:
    ///   - time: the server's time, in milliseconds since 1970.
    ///   - current: reads the current value of a place.
    func resolved(
        at time: Int64, current: (TreePlace) throws -> TreeValue?
    ) throws -> ResolvedWrite {
        let updates = try edits.map { edit in
            let place = place.appending(edit.place)
            let value = try edit.value.resolved(at: time) { try current(place.appending($0)) }
            try TreeLimits.check(place)
            try TreeLimits.check(value, at: place)
            return TreeUpdate(edit.place, value)
        }
        return ResolvedWrite(place: place, isPatch: isPatch, updates: updates)
    }
}

/// A write without unknown values, for an engine and for streams.
struct ResolvedWrite {
    let place: TreePlace
    let isPatch: Bool

    /// The new values, at places relative to the write's own.
    let updates: [TreeUpdate]

    var engineEdits: [TreeEdit] {
        updates.map { TreeEdit(place.appending($0.place), .set(PendingValue($0.value))) }
    }

    /// Returns the value of a place after the write; `nil` if the write isn't at or above the
    /// place.
    func value(at place: TreePlace) -> TreeValue?? {
        for update in updates {
            let written = self.place.appending(update.place)
            if written.contains(place) { return .some(update.value[place.relative(to: written)]) }
        }
        return nil
    }

    /// The places that change; of many, the one above them.
    var changedPlaces: [TreePlace] {
        updates.count > 100 ? [place] : updates.map { place.appending($0.place) }
    }

    /// Whether the write is at, above or below a place.
    func touches(_ place: TreePlace) -> Bool {
        updates.contains { update in
            let written = self.place.appending(update.place)
            return written.contains(place) || place.contains(written)
        }
    }
}
