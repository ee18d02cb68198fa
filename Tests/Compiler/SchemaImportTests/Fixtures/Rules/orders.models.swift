// Made by generate-paths from orders.rules.json, once: these types are yours to change.

/// customers/<customerId>
struct Customer: Codable, Hashable, Sendable {
    var name: String?
    var email: String?
    var address: CustomerAddress?
}

/// customers/<customerId>/address
struct CustomerAddress: Codable, Hashable, Sendable {
    var street: String
    var city: String
    var zip: String
    var country: String?
}

/// orders/<orderId>/address
struct OrderAddress: Codable, Hashable, Sendable {
    var street: String?
    var city: String?
}

/// orders/<orderId>/lines/<lineId>
struct Line: Codable, Hashable, Sendable {
    var product: String?
    var count: Int?
    var price: Double?
}

/// orders/<orderId>/state
enum OrderState: String, Codable, Hashable, Sendable {
    case placed
    case paid
    case sent
    case returned
}
