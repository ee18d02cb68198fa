// Made by generate-paths from auction.rules.json, once: these types are yours to change.

import Foundation
import TypedDatabase

/// lots/<lotId>
struct Lot: Codable, Hashable, Sendable {
    var seller: String
    var title: String
    // the rules don't say what is here
    var description: UnknownValue?
    var startPrice: Double
    var endsAt: Date
}

/// bids/<lotId>/<bidId>
struct Bid: Codable, Hashable, Sendable {
    var bidder: String
    var amount: Double
    var at = ServerTime.pending
}

/// highest/<lotId>
struct Highest: Codable, Hashable, Sendable {
    var bidder: String
    // the rules don't say what is here
    var amount: UnknownValue?
}

/// Anything at all. It keeps what is there until you say what it is: search for this name in the
/// schema, and put a type of Swift's or of your own in its place.
enum UnknownValue: Codable, Hashable, Sendable {
    case bool(Bool)
    case int(Int)
    case double(Double)
    case string(String)
    case array([UnknownValue])
    case children([String: UnknownValue])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int.self) {
            self = .int(value)
        } else if let value = try? container.decode(Double.self) {
            self = .double(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode([UnknownValue].self) {
            self = .array(value)
        } else {
            self = .children(try container.decode([String: UnknownValue].self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .bool(let value): try container.encode(value)
        case .int(let value): try container.encode(value)
        case .double(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        case .children(let value): try container.encode(value)
        }
    }
}
