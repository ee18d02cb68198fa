import TypedDatabase

/// The events of all streams with the same place and query.
struct StreamFeed {
    let place: TreePlace
    let selection: TreeSelection

    /// The selected children that the clients know; only for queries.
    private var window: TreeValue?

    /// - Parameter value: the value of the selection.
    init(_ place: TreePlace, _ selection: TreeSelection, value: TreeValue?) {
        self.place = place
        self.selection = selection
        window = selection == .all ? nil : value
    }

    /// Returns the events of a write.
    ///
    /// - Parameter read: reads the selection after the write. Only queries call it.
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

    /// Returns the updates of a patch above a place that are at or below the place.
    private static func updates(of write: ResolvedWrite, below place: TreePlace) -> [TreeUpdate] {
        write.updates.compactMap { update in
            let written = write.place.appending(update.place)
            guard place.contains(written) else { return nil }
            return TreeUpdate(written.relative(to: place), update.value)
        }
    }

    /// Returns one event for all children that have left or entered a window, or changed, so that
    /// no client sees a part of a write.
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
