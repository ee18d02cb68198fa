import TypedDatabase

/// The places of the store: see `offline.paths.json`.
enum StorePlaces {
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
}

extension TreeEdit {
    /// Makes an edit that sets a value.
    init(_ place: TreePlace, setting value: TreeValue?) {
        self.init(place, .set(PendingValue(value)))
    }
}
