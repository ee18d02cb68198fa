// Made by generate-paths from generics.bolt, once: these types are yours to change.

import Foundation

/// places/<placeId>
struct Place: Codable, Hashable, Sendable {
    var name: String
    var at: PairNumberNumber
    var note: DatedString?
}

/// places/<placeId>/at
struct PairNumberNumber: Codable, Hashable, Sendable {
    var first: Double
    var second: Double
}

/// places/<placeId>/note
struct DatedString: Codable, Hashable, Sendable {
    var value: String
    var at: Date
}

/// pairs/<pairId>
struct PairStringPlace: Codable, Hashable, Sendable {
    var first: String
    var second: Place
}

/// latest
struct DatedNumber: Codable, Hashable, Sendable {
    var value: Double
    var at: Date
}
