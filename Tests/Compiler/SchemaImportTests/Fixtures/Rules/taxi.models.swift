// Made by generate-paths from taxi.rules.json, once: these types are yours to change.

/// drivers/<driverId>
struct Driver: Codable, Hashable, Sendable {
    var location: Location?
    var available: Bool?
    var g: String?
    var l: [Double]?
}

/// drivers/<driverId>/location
struct Location: Codable, Hashable, Sendable {
    var lat: Double
    var lng: Double
}

/// geofire/<geofireId>
struct Geofire: Codable, Hashable, Sendable {
    var g: String?
    var l: [String: Double]?
}

/// rides/<rideId>
struct Ride: Codable, Hashable, Sendable {
    var rider: String?
    var driver: String?
    var from: From?
    var to: To?
    var fare: Double?
}

/// rides/<rideId>/from
struct From: Codable, Hashable, Sendable {
    var lat: Double?
    var lng: Double?
}

/// rides/<rideId>/to
struct To: Codable, Hashable, Sendable {
    var lat: Double?
    var lng: Double?
}
