import PathSchema
import SecurityRules
import TestSupport

/// A user's write to data.
struct RandomWrite {
    static let now: Double = 1_700_000_000_000

    var auth: RulesData
    var root: RulesData
    var updates: [(path: [String], value: RulesData)]
    /// Whether the write is allowed whatever `.write` says, as if that were true at the root.
    var isPermitted = false

    var newRoot: RulesData {
        updates.reduce(root) { $0.setting($1.value, at: $1.path) }
    }
}

/// Makes writes that rules may allow: with keys, texts and numbers that the rules name.
struct RandomWrites {
    private let shape: SchemaShape
    private let check: WriteCheck
    /// The texts and numbers in the rules.
    private let texts: [String]
    private let numbers: [Double]
    private var random: SplitMix64

    private static let users = ["ana", "ben"]
    private static let keys =
        users + ["a1", "b2", "0", "3", "12", "123456", "2024-05-17", "1700000000000"]
        + ["9783161484100", "en", "general", "abc_1", "x@y"]
    private static let samples =
        ["", "some text", "A-12", "#a0b1c2", "https://example.com/a", "x@y.org", "1.2.3", "ABC"]
        + ["2024-05-17", "+49 123 4567", "Europe/Berlin", "this is a letter, and a long one"]

    init(_ rules: RulesNode, _ shape: SchemaShape, check: WriteCheck, seed: UInt64) {
        self.shape = shape
        self.check = check
        var literals = Literals()
        literals.collect(rules)
        texts = literals.texts.sorted()
        numbers = literals.numbers.sorted()
        random = SplitMix64(seed: seed)
    }

    /// Returns a write, which has been changed until the rules allow it, at most 60 times.
    mutating func next() -> RandomWrite {
        var write = RandomWrite(auth: auth(), root: data(for: shape, fullness: 75), updates: [])
        write.isPermitted = random.chance(40)
        write.updates.append(update(of: write))
        if random.chance(12) {
            let other = update(of: write)
            if !other.path.starts(with: write.updates[0].path),
                !write.updates[0].path.starts(with: other.path)
            {
                write.updates.append(other)
            }
        }
        for attempt in 0..<60 {
            guard let refusal = check.refusal(of: write) else { break }
            repair(&write, refusal, isLate: attempt > 30)
        }
        if random.chance(40) { spoil(&write) }
        return write
    }

    /// Changes the part of a write that rules refuse.
    private mutating func repair(
        _ write: inout RandomWrite, _ refusal: WriteCheck.Refusal, isLate: Bool
    ) {
        let index = write.updates.indices.randomElement(using: &random) ?? 0
        switch refusal {
        case .validate(let place):
            for (index, update) in write.updates.enumerated() where place.starts(with: update.path)
            {
                let below = Array(place.dropFirst(update.path.count))
                let shape = shape(at: place)
                let value = random.chance(20) ? .null : data(for: shape, fullness: 95)
                write.updates[index].value = update.value.setting(value, at: below)
                if isLate, random.chance(10) { write.updates[index].value = .null }
                return
            }
            // The place is above the one that is written, or in the existing data.
            write.root = data(for: shape, fullness: 90)
        case .write:
            switch Int.random(in: 0..<4, using: &random) {
            case 0: write.auth = auth()
            case 1: write.root = data(for: shape, fullness: 75)
            case 2: write.updates[index] = update(of: write)
            default:
                let path = write.updates[index].path
                write.updates[index].value = data(for: shape(at: path), fullness: 95)
            }
        }
    }

    /// Changes the type of one value, or adds an unknown child.
    private mutating func spoil(_ write: inout RandomWrite) {
        let index = write.updates.indices.randomElement(using: &random) ?? 0
        var path: [String] = []
        var here = write.updates[index].value
        while case .children(let children) = here,
            let key = children.keys.sorted().randomElement(using: &random),
            random.chance(85)
        {
            path.append(key)
            here = children[key] ?? .null
        }
        if case .children = here, random.chance(50) { path.append("unknown") }
        let value: RulesData = random.pick(["some text", 1.5, 7, true, ["x": 1], nil])
        write.updates[index].value = write.updates[index].value.setting(value, at: path)
    }
}

// MARK: - Places and data

extension RandomWrites {
    private mutating func auth() -> RulesData {
        if random.chance(8) { return .null }
        let text = texts.isEmpty ? "x" : random.pick(texts)
        return [
            "uid": .string(random.pick(Self.users)), "provider": "password",
            "token": [
                "admin": .bool(random.chance(70)), "device": .bool(random.chance(70)),
                "driver": .bool(random.chance(70)), "email": "ana@example.com",
                "email_verified": true, "role": .string(text), "companyId": .string(key()),
                "name": "some text",
            ],
        ]
    }

    private mutating func update(of write: RandomWrite) -> (path: [String], value: RulesData) {
        var path: [String] = []
        var shape = shape
        while case .branch(let children, let element, _) = shape, path.isEmpty || random.chance(75)
        {
            let isElement = element != nil && (children.isEmpty || random.chance(50))
            if let element, isElement {
                path.append(key())
                shape = element
            } else if let child = children.randomElement(using: &random) {
                path.append(child.key)
                shape = child.shape
            } else {
                break
            }
        }
        let isRemoval = random.chance(8)
        return (path, isRemoval ? .null : data(for: shape, fullness: 85))
    }

    private func shape(at path: [String]) -> SchemaShape {
        path.reduce(shape) { $0.child($1) ?? .anything }
    }

    private mutating func data(for shape: SchemaShape, fullness: Int) -> RulesData {
        switch shape {
        case .string: return .string(text())
        case .integer: return .number(number().rounded())
        case .number: return .number(number())
        case .bool: return .bool(random.chance(65))
        case .anything:
            switch Int.random(in: 0..<10, using: &random) {
            case 0: return .bool(random.chance(80))
            case 1...4: return .number(number())
            case 5...8: return .string(text())
            default: return .children([key(): .string(text()), "x": .number(number())])
            }
        case .branch(let shapes, let element, _):
            var children: [String: RulesData] = [:]
            if let element {
                for _ in 0..<Int.random(in: 0...3, using: &random) {
                    children[key()] = data(for: element, fullness: fullness)
                }
            }
            for (key, shape) in shapes where random.chance(fullness) {
                children[key] = data(for: shape, fullness: fullness)
            }
            return .children(children)
        }
    }

    private mutating func key() -> String {
        random.pick(random.chance(45) ? Self.users : Self.keys)
    }

    private mutating func text() -> String {
        switch Int.random(in: 0..<10, using: &random) {
        case 0...4 where !texts.isEmpty: random.pick(texts)
        case 5...7: key()
        default: random.pick(Self.samples)
        }
    }

    private mutating func number() -> Double {
        switch Int.random(in: 0..<10, using: &random) {
        case 0...3: RandomWrite.now
        case 4: RandomWrite.now + (random.chance(50) ? 5_000 : -5_000)
        case 5...6 where !numbers.isEmpty:
            random.pick(numbers)
        default: random.pick([0, 1, 2, 3, 1.5, 20, 50, 1970, 2024, -1, 1_500_000_000_000])
        }
    }
}

/// The texts and numbers that rules compare with.
private struct Literals {
    private(set) var texts: Set<String> = []
    private(set) var numbers: Set<Double> = []

    mutating func collect(_ rules: RulesNode) {
        for rule in [rules.write, rules.validate] {
            if let rule { collect(rule.expression) }
        }
        for child in rules.children { collect(child.node) }
    }

    private mutating func collect(_ expression: RulesExpression) {
        switch expression {
        case .string(let text) where !text.contains("/"): texts.insert(text)
        case .number(let number): numbers.insert(number)
        case .regularExpression(let pattern, _):
            // `^(new|paid)$` lists its texts.
            let words = pattern.split { !$0.isLetter && $0 != "_" }
            for word in words where word.count > 2 { texts.insert(String(word)) }
        case .call(let base, "child", _), .call(let base, "hasChild", _),
            .call(let base, "hasChildren", _):
            collect(base)
        default: for part in expression.parts { collect(part) }
        }
    }
}
