// Made by generate-paths from shop.bolt, once: these types are yours to change.

import TypedPaths

/// products/<productId>
struct Product: Codable, Hashable, Sendable {
    var name: String
    var price: Double
    var stock: Stock
}

/// products/<productId>/stock
struct Stock: Codable, Hashable, Sendable {
    var count: Double
    var place: String?
}

/// reviews/<productId>/<reviewId>
struct Review: Codable, Hashable, Sendable {
    var stars: Double
    var text: String?
    var product: ProductID
}

struct ProductID: RawRepresentable, PathKey, Codable, Hashable, Sendable {
    var rawValue: String
}
