// Made by generate-paths from fitness.rules.json, once: these types are yours to change.

import Foundation

/// athletes/<userId>/profile
struct Profile: Codable, Hashable, Sendable {
    var birthYear: Double?
    var heightCm: Double?
    var sex: ProfileSex?
}

/// athletes/<userId>/workouts/<workoutId>
///
/// Without 'track', which `set` of a whole model would remove: use `merge`.
struct Workout: Codable, Hashable, Sendable {
    var kind: String
    var startedAt: Date
    var seconds: Int
    var distance: Double?
}

/// athletes/<userId>/workouts/<workoutId>/track/<point>
struct Track: Codable, Hashable, Sendable {
    var lat: Double?
    var lng: Double?
    var ele: Double?
}

/// leaderboard/<week>/<userId>
struct Leaderboard: Codable, Hashable, Sendable {
    var name: String?
    var points: Double?
}

/// athletes/<userId>/profile/sex
enum ProfileSex: String, Codable, Hashable, Sendable {
    case f
    case m
    case x
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
