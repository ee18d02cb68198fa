// Made by generate-paths from dating.rules.json, once: these types are yours to change.

import Foundation
import TypedDatabase

/// people/<userId>
struct Person: Codable, Hashable, Sendable {
    var name: String
    var about: String?
    var gender: PersonGender?
    var photos: [Int: String]?
    var prefers: KeySet<String> = []
    var age: Double
}

/// matches/<matchId>
///
/// Without 'messages', which `set` of a whole model would remove: use `merge`.
struct Match: Codable, Hashable, Sendable {
    var users: KeySet<String> = []
    var lastMessage: LastMessage?
}

/// matches/<matchId>/lastMessage
struct LastMessage: Codable, Hashable, Sendable {
    // the rules don't say what is here
    var from: UnknownValue
    // the rules don't say what is here
    var text: UnknownValue
    // the rules don't say what is here
    var at: UnknownValue
}

/// matches/<matchId>/messages/<messageId>
struct Message: Codable, Hashable, Sendable {
    var from: String?
    var text: String?
    var at = ServerTime.pending
    var read: Bool?
}

/// reports/<reportId>
struct Report: Codable, Hashable, Sendable {
    var by: String
    // the rules don't say what is here
    var about: UnknownValue
    // the rules don't say what is here
    var reason: UnknownValue
}

/// people/<userId>/gender
enum PersonGender: String, Codable, Hashable, Sendable {
    case woman
    case man
    case other
}

/// swipes/<userId>/<swipeId>
enum Swipe: String, Codable, Hashable, Sendable {
    case like
    case pass
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
