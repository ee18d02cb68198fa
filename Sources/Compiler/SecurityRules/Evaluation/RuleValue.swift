/// The value of an expression.
enum RuleValue: Sendable {
    case null
    case scalar(RuleScalar)
    /// Data with children: `auth`, its claims, or `val()` of a place with children.
    case data(any RuleData)
    /// A place with its data.
    case snapshot(RuleSnapshot)

    static func bool(_ value: Bool) -> RuleValue { .scalar(.bool(value)) }
    static func number(_ value: Double) -> RuleValue { .scalar(.number(value)) }
    static func string(_ value: String) -> RuleValue { .scalar(.string(value)) }

    init(_ data: (any RuleData)?) {
        guard let data, data.exists else {
            self = .null
            return
        }
        self = data.scalar.map(RuleValue.scalar) ?? .data(data)
    }

    /// The name of the value's type, for explanations.
    var kind: String {
        switch self {
        case .null: "null"
        case .scalar(.bool): "a boolean"
        case .scalar(.number): "a number"
        case .scalar(.string): "a string"
        case .data: "an object"
        case .snapshot: "a snapshot"
        }
    }
}

extension RuleValue: CustomStringConvertible {
    /// The value as JSON, for people to read: long strings and objects are cut.
    var description: String {
        switch self {
        case .null: "null"
        case .scalar(.bool(let value)): "\(value)"
        case .scalar(.number(let value)): Self.text(of: value)
        case .scalar(.string(let text)):
            text.utf8.count > 200
                ? "\(String(text.prefix(100)).debugDescription)…" : text.debugDescription
        case .data(let data): Self.text(of: data)
        case .snapshot(let snapshot): "the data at /\(snapshot.keys.joined(separator: "/"))"
        }
    }

    /// Returns a number as `+` joins it to a string: `1`, `1.5` or `NaN`.
    static func text(of number: Double) -> String {
        if number.isNaN { return "NaN" }
        return Int64(exactly: number).map(String.init) ?? "\(number)"
    }

    private static func text(of data: any RuleData) -> String {
        var members: [String] = []
        data.forEachChild { key, child in
            let value = RuleValue(child)
            if case .data = value {
                members.append("\(key.debugDescription): {…}")
            } else {
                members.append("\(key.debugDescription): \(value)")
            }
            return members.count < 5
        }
        return "{\(members.joined(separator: ", "))\(members.count == 5 ? ", …" : "")}"
    }
}
