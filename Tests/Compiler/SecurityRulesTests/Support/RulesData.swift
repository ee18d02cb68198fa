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

    /// The data with a value at a path.
    func setting(_ value: RulesData, at path: [String]) -> RulesData {
        guard let key = path.first else { return value }
        var children: [String: RulesData] = [:]
        if case .children(let existing) = self { children = existing }
        children[key] = self[key].setting(value, at: Array(path.dropFirst()))
        return .children(children)
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
