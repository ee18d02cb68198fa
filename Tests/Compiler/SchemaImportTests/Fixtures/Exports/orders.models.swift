// Made by generate-paths from orders.export.json, once: these types are yours to change.

/// orders/<orderId>
struct Order: Codable, Hashable, Sendable {
    var customer: String
    var total: Double
    var state: String
    var address: Address
    var lines: [Line]
}

/// orders/<orderId>/address
struct Address: Codable, Hashable, Sendable {
    var street: String
    var city: String
    var zip: String?
}

/// orders/<orderId>/lines/<index>
struct Line: Codable, Hashable, Sendable {
    var product: String
    var count: Int
    var price: Double
    var note: String?
}
