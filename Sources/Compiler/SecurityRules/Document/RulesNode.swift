import PathSchema

/// A place of a database with its security rules.
package struct RulesNode {
    /// The node's object in the file.
    package let object: JSONNode
    /// The children in document order, with at most one variable.
    package var children: [Child] = []
    package var read: Rule?
    package var write: Rule?
    package var validate: Rule?
    /// The children that order queries.
    package var index: Index?

    package struct Child {
        package let key: JSONString
        package let node: RulesNode

        /// Whether the child is a variable, which matches every key that no sibling has.
        package var isVariable: Bool { key.text.hasPrefix("$") }
    }

    /// The value of `.read`, `.write` or `.validate`: an expression, `true` or `false`.
    package struct Rule {
        package let value: JSONNode
        package let parsed: ParsedExpression

        package var expression: RulesExpression { parsed.expression }
    }

    package struct Index {
        package let value: JSONNode
        package let children: [String]
    }

    init(object: JSONNode) {
        self.object = object
    }

    package subscript(key: String) -> RulesNode? {
        children.first { $0.key.text.hasSameBytes(as: key) }?.node
    }

    /// The variable among the children, which matches every key that no sibling has.
    package var wildcard: Child? { children.first(where: \.isVariable) }

    /// Whether the rules say nothing of this place, nor of any below.
    var isTransparent: Bool {
        read == nil && write == nil && index == nil && children.isEmpty
            && (validate == nil || validate?.expression == .bool(true))
    }

    /// Whether the rules forbid any data at this place.
    package var isForbidden: Bool { validate?.expression.forbidsData ?? false }
}

extension RulesExpression {
    /// Whether no data meets the condition: `false`, `$other == null`, `!newData.exists()`.
    fileprivate var forbidsData: Bool {
        switch self {
        case .bool(false), .not(.call(.name("newData"), "exists", [])): true
        case .binary(let value, .equal, .null), .binary(.null, .equal, let value):
            switch value {
            case .name(let name): name.hasPrefix("$")
            default: value == .call(.name("newData"), "val", [])
            }
        default: false
        }
    }
}
