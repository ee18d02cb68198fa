import TypedDatabase

/// The places of the store: see `offline.paths.json`.
enum StorePlaces {
    static let owner: TreePlace = ["owner"]
    static let outbox: TreePlace = ["outbox"]
    static let refused: TreePlace = ["refused"]
    static let queries: TreePlace = ["queries"]
    static let values: TreePlace = ["values"]

    static func pending(_ id: Int) -> TreePlace { ["outbox", "\(id)"] }
    static func isSent(_ id: Int) -> TreePlace { ["outbox", "\(id)", "isSent"] }
    static func refused(_ id: Int) -> TreePlace { ["refused", "\(id)"] }
    static func query(_ id: Int) -> TreePlace { ["queries", "\(id)"] }
    static func lastUse(_ id: Int) -> TreePlace { ["queries", "\(id)", "lastUse"] }
    static func byteCount(_ id: Int) -> TreePlace { ["queries", "\(id)", "byteCount"] }
    static func value(_ id: Int) -> TreePlace { ["values", "\(id)"] }

    /// Returns the number of the cached value that a place is of.
    static func cacheID(_ place: TreePlace) -> Int? {
        guard place.depth > 1, values.contains(place) || queries.contains(place) else { return nil }
        return place.keys[1].integer.map { Int($0) }
    }

    /// Whether a place says what has become of a write.
    static func isOutcome(_ place: TreePlace) -> Bool {
        outbox.contains(place) || refused.contains(place)
    }
}

extension TreeEdit {
    /// Makes an edit that sets a value.
    init(_ place: TreePlace, setting value: TreeValue?) {
        self.init(place, .set(PendingValue(value)))
    }

    /// Whether a store can't hold what the edit sets.
    var isTooDeep: Bool {
        let levels = TreeLimits.depth - place.depth
        if levels < 0 { return true }
        guard case .set(let pending) = operation else { return false }
        return pending.value?.isDeeper(than: levels) == true
    }
}
