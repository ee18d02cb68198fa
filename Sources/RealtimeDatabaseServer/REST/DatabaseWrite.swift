import TypedDatabase

/// The effect of a PUT, POST, PATCH or DELETE.
struct DatabaseWrite {
    /// The place that the request named.
    let place: TreePlace

    /// Whether it sets some of what is below the place, and leaves the rest.
    let isPatch: Bool

    /// The new values, at places relative to the write's own.
    let edits: [(place: TreePlace, value: PendingTree)]

    /// Replaces all that is at a place.
    init(putting value: PendingTree, at place: TreePlace) {
        self.place = place
        isPatch = false
        edits = [(.root, value)]
    }

    /// Sets some places below one, none of which is inside another.
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

    /// The write with all that is to be filled in.
    ///
    /// - Parameters:
    ///   - time: milliseconds since 1970.
    ///   - current: reads what is at a place.
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

/// A write as an engine is asked for it, and as streams tell of it.
struct ResolvedWrite {
    let place: TreePlace
    let isPatch: Bool

    /// The new values, at places relative to the write's own.
    let updates: [TreeUpdate]

    var engineEdits: [TreeEdit] {
        updates.map { TreeEdit(place.appending($0.place), .set(PendingValue($0.value))) }
    }

    /// The value that a place has after the write; `nil` if the write isn't at or above it.
    func value(at place: TreePlace) -> TreeValue?? {
        for update in updates {
            let written = self.place.appending(update.place)
            if written.contains(place) { return .some(update.value[place.relative(to: written)]) }
        }
        return nil
    }

    /// Whether the write is at, above or below a place.
    func touches(_ place: TreePlace) -> Bool {
        updates.contains { update in
            let written = self.place.appending(update.place)
            return written.contains(place) || place.contains(written)
        }
    }
}
