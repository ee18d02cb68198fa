// Made by generate-paths from shop-catalog.rules.json, once: these types are yours to change.

import TypedDatabase

/// categories/<categoryId>
struct Category: Codable, Hashable, Sendable {
    var name: String?
    var products: KeySet<String> = []
}

/// products/<productId>
struct Product: Codable, Hashable, Sendable {
    var name: [String: String]?
    var price: Double?
    var category: String?
    var images: [String: String]?
    var stock: Stock?
}

/// products/<productId>/stock
struct Stock: Codable, Hashable, Sendable {
    var count: Int?
    var warehouse: String?
}
