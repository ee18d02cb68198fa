// Made by generate-paths from parent-validates.rules.json, once: these types are yours to change.

import Foundation
import TypedDatabase

/// invites/<inviteId>
struct Invite: Codable, Hashable, Sendable {
    var note: String?
    var accepted: Bool?
    var from: String
    var to: String
    var sentAt = ServerTime.pending
    var meta: Meta
}

/// invites/<inviteId>/meta
struct Meta: Codable, Hashable, Sendable {
    var client: String
}

/// profiles/<userId>
struct Profile: Codable, Hashable, Sendable {
    var name: String
    var age: Double
}
