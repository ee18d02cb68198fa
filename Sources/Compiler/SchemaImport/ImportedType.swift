/// The type of a leaf.
package indirect enum ImportedType: Hashable, Sendable {
    case bool, int, double, string
    /// Always `true`: a member of a set of keys.
    case membership
    /// Milliseconds since 1970.
    case date
    /// The time of the write: a date that the server sets.
    case serverTime
    /// One of a fixed set of texts.
    case choice([String])
    case array(of: ImportedType)
    /// A Boolean, a number or a string.
    case mixed
    /// Any value, including one with children.
    case anything
}

extension ImportedType {
    /// The type as the schema writes it.
    var swiftName: String {
        switch self {
        case .bool, .membership: "Bool"
        case .int: "Int"
        case .double: "Double"
        case .string, .choice: "String"
        case .date, .serverTime: "Date"
        case .array(let element): "[\(element.swiftName)]"
        case .mixed: "ScalarValue"
        case .anything: "UnknownValue"
        }
    }
}
