import Foundation

@testable import TypedDatabase

struct Scalars: Sample {
    var bool: Bool
    var int: Int
    var int8: Int8
    var int16: Int16
    var int32: Int32
    var int64: Int64
    var uint8: UInt8
    var uint16: UInt16
    var uint32: UInt32
    var uint64: UInt64
    var double: Double
    var float: Float
    var string: String

    static func random(_ random: inout Randomness) -> Self {
        Scalars(
            bool: random.bool(), int: random.integer(), int8: random.integer(),
            int16: random.integer(), int32: random.integer(), int64: random.integer(),
            uint8: random.integer(), uint16: random.integer(), uint32: random.integer(),
            uint64: random.integer() / 2, double: random.double(),
            float: .random(in: -1e30...1e30, using: &random), string: random.string())
    }
}

struct OptionalScalars: Sample {
    var bool: Bool?
    var int: Int?
    var uint8: UInt8?
    var double: Double?
    var float: Float?
    var string: String?
    var date: Date?
    var nested: Int??

    static func random(_ random: inout Randomness) -> Self {
        OptionalScalars(
            bool: random.optional { $0.bool() }, int: random.optional { $0.integer() },
            uint8: random.optional { $0.integer() }, double: random.optional { $0.double() },
            float: random.optional { _ in 0.1 }, string: random.optional { $0.string() },
            date: random.optional { $0.date() },
            nested: random.optional { $0.optional { $0.integer() } })
    }

    /// A tree can't tell a nil inside an optional from no optional.
    func normalForm(at key: String) -> Self {
        var normal = self
        if nested == .some(nil) { normal.nested = nil }
        return normal
    }

    var isStored: Bool { normalForm(at: "") != OptionalScalars() }
}

struct FoundationValues: Sample {
    var date: Date
    var dates: [Date]
    var data: Data
    var url: URL
    var uuid: UUID
    var decimal: Decimal
    var range: Range<Int>

    static func random(_ random: inout Randomness) -> Self {
        let lower = random.int(-100...100)
        return FoundationValues(
            date: random.date(), dates: random.array { $0.date() }, data: random.data(),
            url: URL(string: "https://example.org/a?b=\(random.int(0...9))#c")!,
            uuid: random.uuid(),
            decimal: Decimal(random.int(-999_999_999...999_999_999))
                / random.pick([1, 10, 1000, 100_000]),
            range: lower..<(lower + random.int(0...100)))
    }
}

/// Wraps one value, and is stored as that.
struct Wrapped<Content: Codable & Equatable>: Codable, Equatable {
    var content: Content

    init(_ content: Content) {
        self.content = content
    }

    init(from decoder: any Decoder) throws {
        content = try decoder.singleValueContainer().decode(Content.self)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(content)
    }
}

struct Wrappers: Sample {
    var celsius: Wrapped<Double>
    var maximum: Wrapped<Double>?
    var all: [Wrapped<Double>]
    var tags: Wrapped<[String]>
    var user: UserID
    var users: [UserID]
    var color: Color
    var level: Level?

    static func random(_ random: inout Randomness) -> Self {
        Wrappers(
            celsius: Wrapped(random.double()),
            maximum: random.optional { Wrapped($0.double()) },
            all: random.array { Wrapped($0.double()) },
            tags: Wrapped(random.array { $0.string() }),
            user: UserID(rawValue: random.string()),
            users: random.array { UserID(rawValue: $0.string()) },
            color: .allCases.randomElement(using: &random)!,
            level: random.optional { $0.pick(Level.allCases) })
    }
}
