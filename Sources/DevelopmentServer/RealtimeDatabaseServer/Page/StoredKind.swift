import SecurityRules
import TypedDatabase

/// A kind of stored value, as far as types are concerned.
enum StoredKind {
    case value(DataCheck.Value)
    case children

    init(_ value: TreeValue) {
        switch value {
        case .string: self = .value(.string)
        case .bool: self = .value(.bool)
        case .integer: self = .value(.integer)
        case .double(let number):
            self = .value(number == number.rounded() ? .integer : .fraction)
        case .children: self = .children
        }
    }

    /// The kind as the check of a type takes it; `nil` for children.
    var checked: DataCheck.Value? {
        if case .value(let value) = self { value } else { nil }
    }

    var noun: String {
        switch self {
        case .value(.string): "a string"
        case .value(.integer): "a number"
        case .value(.fraction): "a fraction"
        case .value(.bool): "a bool"
        case .children: "children"
        }
    }
}
