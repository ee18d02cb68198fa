import SecurityRules
import TypedDatabase

/// A value of a database, as rules read it.
extension TreeValue: RuleData {
    package var scalar: RuleScalar? {
        switch self {
        case .bool(let value): .bool(value)
        case .integer(let value): .number(Double(value))
        case .double(let value): .number(value)
        case .string(let value): .string(value)
        case .children: nil
        }
    }

    package func child(_ key: String) -> (any RuleData)? {
        if case .children(let children) = self { children[TreeKey(key)] } else { nil }
    }

    package func forEachChild(_ body: (_ key: String, _ child: any RuleData) -> Bool) {
        guard case .children(let children) = self else { return }
        for (key, child) in children {
            guard body(key.text, child) else { return }
        }
    }
}
