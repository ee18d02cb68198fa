import PathSchema

/// The part of a Swift type that rules can express.
enum LeafType {
    /// Conditions on a value without children.
    case scalar([RulesExpression])
    case array(element: String)
    case dictionary(key: String, value: String)
    /// A type of the app's own: how it is stored is its own business.
    case unknown

    /// - Parameter type: the type as Swift spells it. That it may be missing makes no difference: rules
    ///   are asked only about what is there.
    init(_ type: String) {
        var type = type
        while type.hasSuffix("?") { type.removeLast() }
        if let conditions = LeafRules.conditions(of: type) {
            self = .scalar(conditions)
        } else if type.hasPrefix("["), type.hasSuffix("]") {
            let contents = type.dropFirst().dropLast()
            if let colon = Self.colon(in: contents) {
                let value = contents[contents.index(after: colon)...].drop { $0 == " " }
                self = .dictionary(key: String(contents[..<colon]), value: String(value))
            } else {
                self = .array(element: String(contents))
            }
        } else {
            self = .unknown
        }
    }

    /// The colon that is in no brackets.
    private static func colon(in type: Substring) -> Substring.Index? {
        var depth = 0
        for index in type.indices {
            switch type[index] {
            case "[", "<": depth += 1
            case "]", ">": depth -= 1
            case ":" where depth == 0: return index
            default: break
            }
        }
        return nil
    }
}

/// The conditions that rules have for Swift's own types.
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

    /// The conditions on a variable that stands for keys of a type.
    static func conditions(onKey variable: String, of keyType: String) -> [RulesExpression] {
        guard integers.contains(keyType) else { return [] }
        let pattern = RulesExpression.regularExpression(RulesPatterns.integer, flags: "")
        return [.call(.name(variable), "matches", [pattern])]
    }

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
