// Made by generate-paths from smart-home.rules.json, once: these types are yours to change.

import Foundation
import TypedDatabase

/// homes/<homeId>/members/<userId>
struct Member: Codable, Hashable, Sendable {
    var role: MemberRole
    var since = ServerTime.pending
}

/// homes/<homeId>/devices/<deviceId>
struct Device: Codable, Hashable, Sendable {
    var type: DeviceType?
    var on: Bool?
    var level: Double?
    var target: Double?
}

/// homes/<homeId>/schedules/<scheduleId>
struct Schedule: Codable, Hashable, Sendable {
    var device: String
    var hour: Int
    var minute: Int
    var days: [Int: Bool]?
}

/// invitations/<code>
struct Invitation: Codable, Hashable, Sendable {
    var home: String?
    var usedBy: String?
}

/// homes/<homeId>/members/<userId>/role
enum MemberRole: String, Codable, Hashable, Sendable {
    case owner
    case guest
}

/// homes/<homeId>/devices/<deviceId>/type
enum DeviceType: String, Codable, Hashable, Sendable {
    case lamp
    case blind
    case thermostat
}
