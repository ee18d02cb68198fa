// Made by generate-paths from contradictions.rules.json, once: these types are yours to change.

/// values/<valueId>
struct Value: Codable, Hashable, Sendable {
    var both: ScalarValue?
    // the rules allow anything in one of their alternatives
    var either: UnknownValue?
    var children: Children?
    // the rules don't say what is here
    var notThis: UnknownValue?
    var boolOrNumber: ScalarValue?

    enum CodingKeys: String, CodingKey {
        case both
        case either
        case children
        case notThis = "not this"
        case boolOrNumber = "bool or number"
    }
}

/// values/<valueId>/children
struct Children: Codable, Hashable, Sendable {
    var x: Double?
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
