import TestSupport

/// The shape of a random database, apart from how a schema writes it.
indirect enum RandomShape {
    case leaf(String)
    case collection(key: String, RandomShape)
    case branch(Branch)

    struct Branch {
        /// The `$type` of the node.
        var model: String?
        var named: [(key: String, shape: RandomShape)] = []
        var wildcard: (key: String, shape: RandomShape)?
    }

    static let types = [
        "String", "Int", "Bool", "Double", "Int8", "UInt", "Int32", "Float", "Decimal", "URL",
        "UUID", "Data", "Date", "[String]", "[Int]", "[String: Int]", "[Int: Double]", "Set<Int>",
        "[[Int]]", "Message", "Post", "[Message]",
    ]
    static let keyTypes = ["String", "String", "Int", "Substring", "UserID"]
    static let keys = ["a", "b", "c", "d", "7", "12"]

    /// The text of a schema, in a random order of keys.
    func json(_ random: inout SplitMix64) -> String {
        switch self {
        case .leaf(let type): return "\"\(type)\""
        case .collection(let key, let element):
            return "{\"<id: \(key)>\": \(element.json(&random))}"
        case .branch(let branch):
            var members = branch.named.map { "\"\($0.key)\": \($0.shape.json(&random))" }
            if let wildcard = branch.wildcard {
                members.append("\"<id: \(wildcard.key)>\": \(wildcard.shape.json(&random))")
            }
            if let model = branch.model { members.append("\"$type\": \"\(model)\"") }
            return "{\(members.shuffled(using: &random).joined(separator: ", "))}"
        }
    }
}

// MARK: - Making

extension RandomShape {
    static func root(_ random: inout SplitMix64) -> RandomShape {
        .branch(branch(&random, depth: 0))
    }

    static func make(_ random: inout SplitMix64, depth: Int) -> RandomShape {
        switch Int.random(in: depth > 3 ? 0..<5 : 0..<10, using: &random) {
        case ..<5: .leaf(type(&random))
        case ..<8: .collection(key: random.pick(keyTypes), make(&random, depth: depth + 1))
        default: .branch(branch(&random, depth: depth))
        }
    }

    private static func branch(_ random: inout SplitMix64, depth: Int) -> Branch {
        var branch = Branch()
        for key in keys.shuffled(using: &random).prefix(Int.random(in: 1...4, using: &random)) {
            branch.named.append((key, make(&random, depth: depth + 1)))
        }
        if random.chance(20) {
            branch.wildcard = (random.pick(keyTypes), make(&random, depth: depth + 1))
        }
        if depth > 0, random.chance(35) { branch.model = model(&random) }
        return branch
    }

    private static func type(_ random: inout SplitMix64) -> String {
        random.pick(types) + (random.chance(25) ? "?" : "")
    }

    /// A name that no other node has.
    private static func model(_ random: inout SplitMix64) -> String {
        "Model\(UInt32.random(in: 0 ... .max, using: &random))"
    }
}

// MARK: - Changing

extension RandomShape {
    /// The shape with small changes here and there.
    func changed(_ random: inout SplitMix64, depth: Int = 0) -> RandomShape {
        if depth > 0, random.chance(8) { return Self.make(&random, depth: depth) }
        switch self {
        case .leaf(let type):
            if random.chance(12) {
                return .leaf(type.hasSuffix("?") ? "\(type.dropLast())" : type + "?")
            }
            return random.chance(25) ? .leaf(Self.type(&random)) : self
        case .collection(let key, let element):
            let newKey = random.chance(15) ? random.pick(Self.keyTypes) : key
            return .collection(key: newKey, element.changed(&random, depth: depth + 1))
        case .branch(let branch):
            return .branch(branch.changed(&random, depth: depth))
        }
    }
}

extension RandomShape.Branch {
    fileprivate func changed(_ random: inout SplitMix64, depth: Int) -> Self {
        var branch = self
        branch.named = named.map { ($0.key, $0.shape.changed(&random, depth: depth + 1)) }
        if random.chance(15), branch.named.count > 1 {
            branch.named.remove(at: Int.random(in: branch.named.indices, using: &random))
        }
        let free = RandomShape.keys.filter { key in !named.contains { $0.key == key } }
        if random.chance(20), let key = free.randomElement(using: &random) {
            branch.named.append((key, RandomShape.make(&random, depth: depth + 1)))
        }
        if let wildcard = branch.wildcard {
            branch.wildcard =
                random.chance(15)
                ? nil : (wildcard.key, wildcard.shape.changed(&random, depth: depth + 1))
        } else if random.chance(10) {
            branch.wildcard = (
                random.pick(RandomShape.keyTypes), RandomShape.make(&random, depth: depth + 1)
            )
        }
        if depth > 0, random.chance(8) {
            branch.model = branch.model == nil ? "Model\(random.next())" : nil
        }
        return branch
    }
}
