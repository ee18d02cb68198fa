import SecurityRules

/// Data of a database, as security rules see it.
enum RulesData: Equatable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case children([String: RulesData])

    subscript(key: String) -> RulesData {
        if case .children(let children) = self { children[key] ?? .null } else { .null }
    }

    /// Null, and children all of which are null.
    var isNothing: Bool {
        switch self {
        case .null: true
        case .children(let children): children.values.allSatisfy(\.isNothing)
        default: false
        }
    }

    /// The data, as rules read it.
    var ruleData: (any RuleData)? { isNothing ? .none : .some(self) }

    /// The data with a value at a path.
    func setting(_ value: RulesData, at path: [String]) -> RulesData {
        guard let key = path.first else { return value }
        var children: [String: RulesData] = [:]
        if case .children(let existing) = self { children = existing }
        children[key] = self[key].setting(value, at: Array(path.dropFirst()))
        return .children(children)
    }
}

extension RulesData: RuleData {
    var scalar: RuleScalar? {
        switch self {
        case .bool(let value): .bool(value)
        case .number(let value): .number(value)
        case .string(let value): .string(value)
        case .null, .children: nil
        }
    }

    func child(_ key: String) -> (any RuleData)? { self[key].ruleData }

    func forEachChild(_ body: (_ key: String, _ child: any RuleData) -> Bool) {
        guard case .children(let children) = self else { return }
        for (key, child) in children.sorted(by: { $0.key < $1.key }) where !child.isNothing {
            guard body(key, child) else { return }
        }
    }
}

extension RulesData: Decodable {
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else {
            self = .children(try container.decode([String: RulesData].self))
        }
    }
}

extension RulesData: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral, ExpressibleByDictionaryLiteral,
    ExpressibleByNilLiteral
{
    init(stringLiteral value: String) { self = .string(value) }
    init(booleanLiteral value: Bool) { self = .bool(value) }
    init(floatLiteral value: Double) { self = .number(value) }
    init(integerLiteral value: Int) { self = .number(Double(value)) }
    init(nilLiteral: ()) { self = .null }
    init(dictionaryLiteral elements: (String, RulesData)...) {
        self = .children(Dictionary(elements, uniquingKeysWith: { $1 }))
    }
}
