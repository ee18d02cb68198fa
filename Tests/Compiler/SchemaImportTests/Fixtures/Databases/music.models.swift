// Made by generate-paths from music.rules.json, once: these types are yours to change.

import Foundation
import TypedDatabase

/// tracks/<trackId>
struct Track: Codable, Hashable, Sendable {
    var title: String?
    var artist: String?
    var seconds: Double?
    var explicit: Bool?
    var genres: [Int: String]?
}

/// playlists/<playlistId>/tracks/<position>
struct PlaylistTrack: Codable, Hashable, Sendable {
    var track: String
    var addedBy: String
    var addedAt = ServerTime.pending
}

/// history/<userId>/<playId>
struct History: Codable, Hashable, Sendable {
    var track: String?
    var at = ServerTime.pending
}
