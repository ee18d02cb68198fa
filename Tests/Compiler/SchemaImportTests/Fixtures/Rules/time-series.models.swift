// Made by generate-paths from time-series.rules.json, once: these types are yours to change.

/// readings/<sensor>/<date>/<time>
struct Reading: Codable, Hashable, Sendable {
    var t: Double
    var h: Double
}
