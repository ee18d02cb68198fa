// Made by generate-paths from music.rules.json, once: these types are yours to change.

import TypedDatabase

/// artists/<artistId>
struct Artist: Codable, Hashable, Sendable {
    var name: String?
    var albums: KeySet<String> = []
}

/// albums/<albumId>/tracks/<trackId>
struct Track: Codable, Hashable, Sendable {
    var title: String?
    var seconds: Double?
}

/// playlists/<userId>/<playlistId>
struct Playlist: Codable, Hashable, Sendable {
    var name: String?
    var tracks: [String: String]?
}
