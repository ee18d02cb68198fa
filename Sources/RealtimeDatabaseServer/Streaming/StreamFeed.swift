import TypedDatabase

/// What the streams that ask for the same are told: the events that each write means for them.
struct StreamFeed {
    let place: TreePlace
    let selection: TreeSelection

    /// Of a query, the children that the clients know.
    private var window: TreeValue?

    /// - Parameter value: what is selected now.
    init(_ place: TreePlace, _ selection: TreeSelection, value: TreeValue?) {
        self.place = place
        self.selection = selection
        window = selection == .all ? nil : value
    }

    /// The events of a write.
    ///
    /// - Parameter read: reads what is selected after the write. Only queries need it.
    mutating func events(
        of write: ResolvedWrite, read: () throws -> TreeValue?
    ) rethrows -> [StreamEvent] {
        guard write.touches(place) else { return [] }
        guard selection == .all else {
            let old = window
            window = try read()
            if write.value(at: place) != nil { return [.put(.root, window)] }
            return Self.differences(from: old, to: window)
        }
        if let value = write.value(at: place) { return [.put(.root, value)] }
        if !write.isPatch {
            return write.updates.map { .put(write.place.relative(to: place), $0.value) }
        }
        if place.contains(write.place) {
            return [.patch(write.place.relative(to: place), write.updates)]
        }
        return [.patch(.root, Self.updates(of: write, below: place))]
    }

    /// The part of a patch above a place that is about what is below it.
    private static func updates(of write: ResolvedWrite, below place: TreePlace) -> [TreeUpdate] {
        write.updates.compactMap { update in
            let written = write.place.appending(update.place)
            guard place.contains(written) else { return nil }
            return TreeUpdate(written.relative(to: place), update.value)
        }
    }

    /// One event for all children that have left or entered a window, or changed, so that no client sees
    /// a part of a write.
    private static func differences(from old: TreeValue?, to new: TreeValue?) -> [StreamEvent] {
        let (old, new) = (old?.children ?? TreeChildren(), new?.children ?? TreeChildren())
        let left = old.filter { new[$0.key] == nil }.map { TreeUpdate([$0.key], nil) }
        let changed = new.filter { old[$0.key] != $0.value }.map { TreeUpdate([$0.key], $0.value) }
        let updates = left + changed
        switch updates.count {
        case 0: return []
        case 1: return [.put(updates[0].place, updates[0].value)]
        default: return [.patch(.root, updates)]
        }
    }
}
