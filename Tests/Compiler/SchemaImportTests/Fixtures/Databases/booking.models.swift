// Made by generate-paths from booking.rules.json, once: these types are yours to change.

/// rooms/<roomId>
struct Room: Codable, Hashable, Sendable {
    var name: String?
    var seats: Double?
    var hasScreen: Bool?
}

/// bookings/<roomId>/<slot>
struct Booking: Codable, Hashable, Sendable {
    var by: String
    var title: String
    var guests: Double?
    var note: String?
}

/// userBookings/<userId>/<bookingId>
struct UserBooking: Codable, Hashable, Sendable {
    var room: String?
    var slot: Double?
}
