import Foundation

@testable import TypedDatabase

struct Address: Sample {
    var street: String?
    var city: String?

    static func random(_ random: inout Randomness) -> Self {
        Address(street: random.optional { $0.string() }, city: random.optional { $0.string() })
    }

    var isStored: Bool { street != nil || city != nil }
}

struct Person: Sample {
    var name: String
    var home: Address
    var work: Address?
    var children: [Person]

    static func random(_ random: inout Randomness) -> Self {
        .random(&random, depth: 3)
    }

    private static func random(_ random: inout Randomness, depth: Int) -> Self {
        Person(
            name: random.string(), home: .random(&random),
            work: random.optional { .random(&$0) },
            children: depth == 0 ? [] : random.array(0...2) { .random(&$0, depth: depth - 1) })
    }

    /// An address of which nothing is known isn't told from none.
    func normalForm(at key: String) -> Self {
        var normal = self
        if work?.isStored == false { normal.work = nil }
        normal.children = children.normalForm(at: "")
        return normal
    }
}

enum Shape: Sample {
    case nothing
    case circle(radius: Double)
    case rectangle(Int, Int)
    case polygon(points: [Int])
    indirect case group(Shape, name: String?)

    static func random(_ random: inout Randomness) -> Self {
        switch random.int(0...4) {
        case 0: .nothing
        case 1: .circle(radius: random.double())
        case 2: .rectangle(random.integer(), random.integer())
        case 3: .polygon(points: random.array { $0.integer() })
        default: .group(.random(&random), name: random.optional { $0.string() })
        }
    }
}

struct Drawing: Sample {
    var background: Shape
    var selection: Shape?
    var shapes: [Shape]
    var named: [String: Shape]
    var box: Box<Shape>

    static func random(_ random: inout Randomness) -> Self {
        Drawing(
            background: .random(&random), selection: random.optional { .random(&$0) },
            shapes: random.array { .random(&$0) },
            named: random.dictionary({ $0.key() }, { .random(&$0) }),
            box: .random(&random))
    }
}

struct Box<Content: Sample>: Sample {
    var content: Content
    var others: [Content]

    static func random(_ random: inout Randomness) -> Self {
        Box(content: .random(&random), others: random.array { .random(&$0) })
    }

    func normalForm(at key: String) -> Self {
        Box(content: content.normalForm(at: "content"), others: others.normalForm(at: "others"))
    }
}

class Animal: Codable {
    var name: String
    var legs: Int?

    init(name: String, legs: Int?) {
        self.name = name
        self.legs = legs
    }
}

/// Stores what its superclass has under a key of its own.
final class Dog: Animal, Sample {
    var tricks: [String]

    init(name: String, legs: Int?, tricks: [String]) {
        self.tricks = tricks
        super.init(name: name, legs: legs)
    }

    private enum CodingKeys: String, CodingKey {
        case tricks
    }

    required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        tricks = try container.decode([String].self, forKey: .tricks)
        try super.init(from: container.superDecoder())
    }

    override func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(tricks, forKey: .tricks)
        try super.encode(to: container.superEncoder())
    }

    static func random(_ random: inout Randomness) -> Self {
        Self(
            name: random.string(), legs: random.optional { $0.integer() },
            tricks: random.array { $0.string() })
    }

    static func == (a: Dog, b: Dog) -> Bool {
        a.name == b.name && a.legs == b.legs && a.tricks == b.tricks
    }
}

/// Stores what its superclass has beside its own.
final class Bird: Animal, Sample {
    var canFly: Bool

    init(name: String, legs: Int?, canFly: Bool) {
        self.canFly = canFly
        super.init(name: name, legs: legs)
    }

    private enum CodingKeys: String, CodingKey {
        case canFly
    }

    required init(from decoder: any Decoder) throws {
        canFly = try decoder.container(keyedBy: CodingKeys.self)
            .decode(Bool.self, forKey: .canFly)
        try super.init(from: decoder)
    }

    override func encode(to encoder: any Encoder) throws {
        try super.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(canFly, forKey: .canFly)
    }

    static func random(_ random: inout Randomness) -> Self {
        Self(
            name: random.string(), legs: random.optional { $0.integer() }, canFly: random.bool())
    }

    static func == (a: Bird, b: Bird) -> Bool {
        a.name == b.name && a.legs == b.legs && a.canFly == b.canFly
    }
}

/// Asks for containers inside of its own.
struct Route: Sample {
    var start: [Double]
    var stops: [String]
    var steps: [[Int]]
    var author: String?

    private enum CodingKeys: String, CodingKey {
        case start, stops, info, steps
    }

    private enum InfoKeys: String, CodingKey {
        case author
    }

    init(start: [Double], stops: [String], steps: [[Int]], author: String?) {
        self.start = start
        self.stops = stops
        self.steps = steps
        self.author = author
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        var start = try container.nestedUnkeyedContainer(forKey: .start)
        self.start = [try start.decode(Double.self), try start.decode(Double.self)]
        var stops = try container.nestedUnkeyedContainer(forKey: .stops)
        self.stops = []
        while !stops.isAtEnd { self.stops.append(try stops.decode(String.self)) }
        var steps = try container.nestedUnkeyedContainer(forKey: .steps)
        self.steps = []
        while !steps.isAtEnd {
            var inner = try steps.nestedUnkeyedContainer()
            self.steps.append([])
            while let step = try inner.decodeIfPresent(Int.self) {
                self.steps[self.steps.count - 1].append(step)
            }
        }
        author = try container.nestedContainer(keyedBy: InfoKeys.self, forKey: .info)
            .decodeIfPresent(String.self, forKey: .author)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        var start = container.nestedUnkeyedContainer(forKey: .start)
        for number in self.start { try start.encode(number) }
        var stops = container.nestedUnkeyedContainer(forKey: .stops)
        try stops.encode(contentsOf: self.stops)
        var steps = container.nestedUnkeyedContainer(forKey: .steps)
        for step in self.steps {
            var inner = steps.nestedUnkeyedContainer()
            try inner.encode(contentsOf: step)
        }
        var info = container.nestedContainer(keyedBy: InfoKeys.self, forKey: .info)
        try info.encodeIfPresent(author, forKey: .author)
    }

    static func random(_ random: inout Randomness) -> Self {
        Route(
            start: [random.double(), random.double()], stops: random.array { $0.string() },
            steps: random.array { $0.array { $0.integer() } },
            author: random.optional { $0.string() })
    }

    func normalForm(at key: String) -> Self {
        var normal = self
        normal.steps = steps.filter { !$0.isEmpty }
        return normal
    }
}
