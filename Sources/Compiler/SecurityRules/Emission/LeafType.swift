import PathSchema

/// A Swift type, as far as rules can express it.
package enum LeafType {
    /// Conditions on a value without children.
    case scalar([RulesExpression])
    case array(element: String)
    case dictionary(key: String, value: String)
    /// One of the app's types, whose stored form is unknown.
    case unknown

    /// - Parameter type: the type as Swift spells it. Optionals are treated as their wrapped types,
    ///   since rules only validate data that exists.
    package init(_ type: String) {
        var type = type
        while type.hasSuffix("?") { type.removeLast() }
        if let conditions = LeafRules.conditions(of: type) {
            self = .scalar(conditions)
        } else if type.hasPrefix("["), type.hasSuffix("]") {
            let contents = type.dropFirst().dropLast()
            if let colon = StoredType.colon(in: contents) {
                let value = contents[contents.index(after: colon)...].drop { $0 == " " }
                self = .dictionary(key: String(contents[..<colon]), value: String(value))
            } else {
                self = .array(element: String(contents))
            }
        } else {
            self = .unknown
        }
    }
}

// MARK: - Checking

extension LeafType {
    /// Whether a value can be of the type.
    ///
    /// - Parameter value: `nil` for children.
    package func allows(_ value: DataCheck.Value?) -> Bool {
        switch self {
        case .scalar(let conditions): conditions.allSatisfy { $0.holds(for: value, key: "") }
        case .array, .dictionary: value == nil
        case .unknown: true
        }
    }

    /// The type of the elements, if it is known.
    package var elementType: String? {
        switch self {
        case .array(let element): element
        case .dictionary(_, let value): value
        case .scalar, .unknown: nil
        }
    }

    /// Whether a key can be of a type.
    package static func allows(key: String, ofType type: String) -> Bool {
        LeafRules.conditions(onKey: "$key", of: type).allSatisfy { $0.holds(for: nil, key: key) }
    }

    /// Whether a type is one of Swift's integers.
    package static func isInteger(_ type: String) -> Bool {
        !LeafRules.conditions(onKey: "$key", of: type).isEmpty
    }
}

/// The conditions for Swift's standard types.
enum LeafRules {
    /// - Returns: `nil` for any other type.
    static func conditions(of type: String) -> [RulesExpression]? {
        let name = type.hasPrefix("Swift.") ? String(type.dropFirst(6)) : type
        if strings.contains(name) { return [.call(.newData, "isString", [])] }
        if name == "Bool" { return [.call(.newData, "isBoolean", [])] }
        if numbers.contains(name) { return [isNumber] }
        if integers.contains(name) { return [isNumber, isInteger] }
        return nil
    }

    /// Returns the conditions on a variable whose keys have a type.
    static func conditions(onKey variable: String, of keyType: String) -> [RulesExpression] {
        guard integers.contains(keyType) else { return [] }
        let pattern = RulesExpression.regularExpression(integer, flags: "")
        return [.call(.name(variable), "matches", [pattern])]
    }

    /// The pattern of an integer as Swift prints it, without leading zeros.
    private static let integer = "^(0|-?[1-9][0-9]*)$"
    private static let isNumber = RulesExpression.call(.newData, "isNumber", [])
    private static let isInteger = RulesExpression.binary(
        .binary(.call(.newData, "val", []), .modulo, .number(1)), .equal, .number(0))

    private static let strings: Set = ["Character", "Data", "String", "Substring", "URL", "UUID"]
    private static let numbers: Set = [
        "CGFloat", "Date", "Decimal", "Double", "Float", "Float32", "Float64", "ServerTime",
        "TimeInterval",
    ]
    private static let integers: Set = [
        "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64",
    ]
}
