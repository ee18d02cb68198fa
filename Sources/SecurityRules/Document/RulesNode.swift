import PathSchema

/// A place of a database, and what security rules say of it.
package struct RulesNode {
    /// The object in the file.
    package let object: JSONNode
    /// In document order, with a variable among them at most once.
    package var children: [Child] = []
    package var read: Rule?
    package var write: Rule?
    package var validate: Rule?
    /// The children that queries are ordered by.
    package var index: Index?

    package struct Child {
        package let key: JSONString
        package let node: RulesNode

        /// Whether this is what a variable stands for: any key that no sibling has.
        package var isVariable: Bool { key.text.hasPrefix("$") }
    }

    /// The value of `.read`, `.write` or `.validate`: an expression, or just true or false.
    package struct Rule {
        package let value: JSONNode
        package let expression: RulesExpression
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

    /// What any key leads to that no sibling has.
    package var wildcard: Child? { children.first(where: \.isVariable) }

    /// Whether nothing can be here at all.
    package var isForbidden: Bool { validate?.expression == .bool(false) }
}
