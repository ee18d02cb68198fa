import TestSupport

/// What a database stores.
indirect enum StoredTree {
    case string(String)
    case bool(Bool)
    case integer(Int64)
    case double(Double)
    /// A value of one of the app's types.
    case value(of: String)
    case children([String: StoredTree])
}

// MARK: - Data that fits

extension StoredTree {
    /// Random data that fits a shape; `nil` for none.
    static func random(_ shape: RandomShape, _ random: inout SplitMix64) -> StoredTree? {
        switch shape {
        case .leaf(let type): return value(of: type, &random)
        case .collection(let key, let element):
            return children(keys(of: key, &random)) { _ in Self.random(element, &random) }
        case .branch(let branch):
            var children: [String: StoredTree] = [:]
            for (key, shape) in branch.named {
                let isRequired = branch.model != nil && shape.isRequired
                guard isRequired || random.chance(80) else { continue }
                children[key] = required(shape, &random, isRequired)
            }
            if let (key, shape) = branch.wildcard {
                let named = branch.named.map(\.key)
                for key in keys(of: key, &random) where !named.contains(key) {
                    children[key] = Self.random(shape, &random)
                }
            }
            // A model may have fields that the schema doesn't list.
            if branch.model != nil, branch.wildcard == nil, random.chance(50) {
                children[otherField] = .bool(true)
            }
            return children.isEmpty ? nil : .children(children)
        }
    }

    static let otherField = "other field"

    /// Random data, which must be some if a model needs it.
    private static func required(
        _ shape: RandomShape, _ random: inout SplitMix64, _ isRequired: Bool
    ) -> StoredTree? {
        while true {
            let tree = Self.random(shape, &random)
            if tree != nil || !isRequired { return tree }
        }
    }

    private static func children(
        _ keys: [String], _ child: (String) -> StoredTree?
    ) -> StoredTree? {
        let children = keys.reduce(into: [:]) { $0[$1] = child($1) }
        return children.isEmpty ? nil : .children(children)
    }

    private static func keys(of type: String, _ random: inout SplitMix64) -> [String] {
        (0..<Int.random(in: 0...3, using: &random)).map { _ in
            switch type {
            case "Int": random.pick(["7", "12", "-3", "0", "9223372036854775807"])
            case "String", "Substring": random.pick(RandomShape.keys + ["x", "007"])
            default: "a \(type)"
            }
        }
    }

    private static func value(of type: String, _ random: inout SplitMix64) -> StoredTree? {
        if type.hasSuffix("?") {
            return random.chance(30) ? nil : value(of: String(type.dropLast()), &random)
        }
        switch ReferenceType(type) {
        case .scalar(let name): return random.pick(samples(of: name))
        case .list(let element):
            let elements = (0..<Int.random(in: 0...3, using: &random)).map(String.init)
            return children(elements) { _ in value(of: element, &random) }
        case .dictionary(let key, let element):
            return children(keys(of: key, &random)) { _ in value(of: element, &random) }
        case .unknown: return .value(of: type)
        }
    }

    private static func samples(of type: String) -> [StoredTree] {
        switch type {
        case "String": [.string(""), .string("x y"), .string("7"), .string("é %")]
        case "Bool": [.bool(true), .bool(false)]
        case "Double":
            [.double(0.5), .integer(3), .double(1e300), .double(-1e300), .double(1e-300)]
        case "Float": [.double(0.5), .integer(-3), .double(3e38)]
        case "Decimal": [.double(0.25), .integer(17), .double(1e100)]
        case "Date": [.integer(1_700_000_000_000), .integer(-62_135_596_800_000)]
        case "URL": [.string("https://example.com/a"), .string("a")]
        case "UUID": [.string("E621E1F8-C36C-495A-93FC-0C247A3E6E5F")]
        case "Data": [.string(""), .string("AQI="), .string("////")]
        default:
            ReferenceType.range(of: type).map { range in
                [.integer(range.lowerBound), .integer(range.upperBound), .integer(7)]
            } ?? []
        }
    }
}

extension RandomShape {
    /// Whether a model needs a value here.
    var isRequired: Bool {
        switch self {
        case .collection: return false
        case .leaf(let type):
            switch ReferenceType(type) {
            case .scalar: return true
            case .unknown: return !type.hasSuffix("?")
            case .list, .dictionary: return false
            }
        case .branch(let branch):
            return branch.model != nil && branch.named.contains { $0.shape.isRequired }
        }
    }
}
