// Made by generate-paths from presence.export.json, once: these types are yours to change.

import Foundation

/// presence/<userId>
struct Presence: Codable, Hashable, Sendable {
    var online: Bool
    var lastSeen: Date
}
