// Made by generate-paths from support.rules.json, once: these types are yours to change.

import Foundation
import TypedDatabase

/// agents/<userId>
struct Agent: Codable, Hashable, Sendable {
    var name: String
    var level: Int
}

/// tickets/<ticketId>
struct Ticket: Codable, Hashable, Sendable {
    var customer: String
    var subject: String
    var status: TicketStatus
    var priority: TicketPriority?
    var satisfaction: Double?
    var custom: [String: ScalarValue]?
    // queries are ordered by it; nothing says what it is
    var assignedTo: UnknownValue?
}

/// replies/<ticketId>/<replyId>
struct Reply: Codable, Hashable, Sendable {
    var by: String
    var text: String
    var at = ServerTime.pending
    var `internal`: Bool?
}

/// tickets/<ticketId>/status
enum TicketStatus: String, Codable, Hashable, Sendable {
    case open
    case waiting
    case solved
}

/// tickets/<ticketId>/priority
enum TicketPriority: String, Codable, Hashable, Sendable {
    case low
    case normal
    case urgent
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
