import Foundation

@testable import TypedDatabase

struct Collections: Sample {
    var strings: [String]
    var numbers: Set<Int>
    var scores: [String: Double]
    var doors: [Int: Bool]
    var lists: [String: [Int]]
    var nested: [[Int]]

    static func random(_ random: inout Randomness) -> Self {
        Collections(
            strings: random.array { $0.string() }, numbers: Set(random.array { $0.integer() }),
            scores: random.dictionary({ $0.key() }, { $0.double() }),
            doors: random.dictionary({ $0.int(-20...20) }, { $0.bool() }),
            lists: random.dictionary({ $0.key() }, { $0.array { $0.integer() } }),
            nested: random.array { $0.array { $0.integer() } })
    }

    /// Empty elements are lost.
    func normalForm(at key: String) -> Self {
        var normal = self
        normal.lists = lists.filter { !$0.value.isEmpty }
        normal.nested = nested.filter { !$0.isEmpty }
        return normal
    }

    var isStored: Bool {
        let nothing = Collections(
            strings: [], numbers: [], scores: [:], doors: [:], lists: [:], nested: [])
        return normalForm(at: "") != nothing
    }
}

struct OptionalCollections: Sample {
    var strings: [String]?
    var scores: [String: Int]?
    var holes: [Int?]
    var sparse: [String: Int?]
    var set: Set<Color>?

    static func random(_ random: inout Randomness) -> Self {
        OptionalCollections(
            strings: random.optional { $0.array { $0.string() } },
            scores: random.optional { $0.dictionary({ $0.key() }, { $0.integer() }) },
            holes: random.array { $0.optional { $0.integer() } },
            sparse: random.dictionary({ $0.key() }, { $0.optional { $0.integer() } }),
            set: random.optional { Set($0.array { $0.pick(Color.allCases) }) })
    }

    /// An empty collection isn't told from none.
    func normalForm(at key: String) -> Self {
        OptionalCollections(
            strings: strings?.isEmpty == true ? nil : strings,
            scores: scores?.isEmpty == true ? nil : scores,
            holes: holes.filter { $0 != nil },
            sparse: sparse.filter { $0.value != nil },
            set: set?.isEmpty == true ? nil : set)
    }

    var isStored: Bool {
        normalForm(at: "")
            != OptionalCollections(strings: nil, scores: nil, holes: [], sparse: [:], set: nil)
    }
}

struct KeyedByTypes: Sample {
    var colors: [Color: Int]
    var levels: [Level: String]
    var users: [UserID: Double]
    var uuids: [UUID: Bool]
    var bytes: [UInt8: [Level: Int]]
    var squares: [Square: Color]
    var optional: [Color: Int]?

    static func random(_ random: inout Randomness) -> Self {
        KeyedByTypes(
            colors: random.dictionary({ $0.pick(Color.allCases) }, { $0.integer() }),
            levels: random.dictionary({ $0.pick(Level.allCases) }, { $0.string() }),
            users: random.dictionary({ UserID(rawValue: $0.key()) }, { $0.double() }),
            uuids: random.dictionary({ $0.uuid() }, { $0.bool() }),
            bytes: random.dictionary({ $0.integer() }, { [$0.pick(Level.allCases): 1] }),
            squares: random.dictionary(
                { Square(column: $0.int(-3...3), row: $0.integer()) },
                { $0.pick(Color.allCases) }),
            optional: random.optional { [$0.pick(Color.allCases): 1] })
    }

    var isStored: Bool {
        self
            != KeyedByTypes(
                colors: [:], levels: [:], users: [:], uuids: [:], bytes: [:], squares: [:])
    }
}

extension Array: Sample where Element: Sample {
    static func random(_ random: inout Randomness) -> Self {
        random.array { .random(&$0) }
    }

    func normalForm(at key: String) -> Self {
        enumerated().filter { $1.isStored }.map { $1.normalForm(at: "\($0)") }
    }

    var isStored: Bool { contains(where: \.isStored) }
}

extension Dictionary: Sample where Key == UserID, Value: Sample {
    static func random(_ random: inout Randomness) -> Self {
        random.dictionary({ UserID(rawValue: $0.key()) }, { .random(&$0) })
    }

    func normalForm(at key: String) -> Self {
        var normal: Self = [:]
        for (key, value) in self where value.isStored {
            normal[key] = value.normalForm(at: key.rawValue)
        }
        return normal
    }

    var isStored: Bool { values.contains(where: \.isStored) }
}
