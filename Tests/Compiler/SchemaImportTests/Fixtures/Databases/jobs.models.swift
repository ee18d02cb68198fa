// Made by generate-paths from jobs.rules.json, once: these types are yours to change.

import Foundation
import TypedDatabase

/// companies/<companyId>
struct Company: Codable, Hashable, Sendable {
    var name: String
    var city: String
    var employees: Double?
    var website: String?
}

/// jobs/<jobId>
struct Job: Codable, Hashable, Sendable {
    var title: String
    var remote: ScalarValue?
    var postedAt = ServerTime.pending
    var salary: Salary?
    var skills: KeySet<String> = []
    var company: String
}

/// jobs/<jobId>/salary
struct Salary: Codable, Hashable, Sendable {
    var min: Double?
    var max: Double?
    var currency: String?
}

/// applications/<jobId>/<userId>
struct Application: Codable, Hashable, Sendable {
    var cv: String?
    var state: ApplicationState?
    var letter: String
    var sentAt = ServerTime.pending
}

/// applications/<jobId>/<userId>/state
enum ApplicationState: String, Codable, Hashable, Sendable {
    case seen
    case invited
    case declined
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
