// Made by generate-paths from iot.export.json, once: these types are yours to change.

/// devices/<deviceId>
struct Device: Codable, Hashable, Sendable {
    var firmware: String
    var uptime: Int
    var desired: Desired
    var rssi: Double
}

/// devices/<deviceId>/desired
struct Desired: Codable, Hashable, Sendable {
    var led: Bool
    var rate: Int?
    var mode: String?
}

/// log/<logId>
struct Log: Codable, Hashable, Sendable {
    var ts: Int
    var level: String
    var trace: [String]?
}
