// Made by generate-paths from delivery.rules.json, once: these types are yours to change.

import Foundation
import TypedDatabase

/// couriers/<courierId>
struct Courier: Codable, Hashable, Sendable {
    var name: String?
    var phone: String?
    var position: Position?
}

/// couriers/<courierId>/position
struct Position: Codable, Hashable, Sendable {
    var lat: Double
    var lng: Double
    var at = ServerTime.pending
}

/// dispatchers/<userId>
struct Dispatcher: Codable, Hashable, Sendable {
    var name: String?
}

/// parcels/<parcelId>
struct Parcel: Codable, Hashable, Sendable {
    var to: To
    var courier: String?
    var state: ParcelState
    var weight: Double?
    var history: [Int: String]?
}

/// parcels/<parcelId>/to
struct To: Codable, Hashable, Sendable {
    var name: String
    var street: String
    var city: String
    var floor: ScalarValue?
}

/// parcels/<parcelId>/state
enum ParcelState: String, Codable, Hashable, Sendable {
    case ready
    case onTheWay = "on the way"
    case delivered
    case lost
}

/// A bool, a number or a string, for values that are sometimes one and sometimes another.
enum ScalarValue: Codable, Hashable, Sendable {
    case bool(Bool)
    case int(Int)
    case double(Double)
    case string(String)

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int.self) {
            self = .int(value)
        } else if let value = try? container.decode(Double.self) {
            self = .double(value)
        } else {
            self = .string(try container.decode(String.self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .bool(let value): try container.encode(value)
        case .int(let value): try container.encode(value)
        case .double(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        }
    }
}
