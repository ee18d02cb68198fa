// Made by generate-paths from restaurant.rules.json, once: these types are yours to change.

import Foundation
import TypedDatabase

/// restaurants/<restaurantId>/menu/<sectionId>/dishes/<dishId>
struct Dish: Codable, Hashable, Sendable {
    var name: String
    var price: Double
    var vegan: Bool?
    var allergens: KeySet<String> = []
}

/// restaurants/<restaurantId>/hours
struct Hours: Codable, Hashable, Sendable {
    var mon: String?
    var tue: String?
    var wed: String?
    var thu: String?
    var fri: String?
    var sat: String?
    var sun: String?
}

/// tables/<restaurantId>/<tableNo>/orders/<orderId>
struct Order: Codable, Hashable, Sendable {
    var dish: String
    var count: Double
    var served: Bool?
    var takenBy: String?
}

/// reservations/<reservationId>
struct Reservation: Codable, Hashable, Sendable {
    var restaurant: String?
    var time: Date?
    var people: Double?
    var guest: String?
}

/// staff/<restaurantId>/<userId>
enum Staff: String, Codable, Hashable, Sendable {
    case owner
    case waiter
    case cook
}
