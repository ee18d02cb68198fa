// Made by generate-paths from iot.rules.json, once: these types are yours to change.

/// devices/<mac>
struct Device: Codable, Hashable, Sendable {
    var desired: [String: ScalarValue]?
    var reported: Reported?
    var owner: String?
}

/// devices/<mac>/reported
struct Reported: Codable, Hashable, Sendable {
    var firmware: String?
    var uptime: Int?
    var rssi: Double?
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
