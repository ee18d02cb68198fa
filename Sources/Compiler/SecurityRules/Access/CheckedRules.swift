import PathSchema

/// The rules of a database, checked and ready to decide.
package struct CheckedRules: Sendable {
    let root: Node

    /// The rules of a place.
    final class Node: Sendable {
        /// The place in the rules, as in `rooms/$roomId`.
        let pattern: [String]
        let read, write, validate: Rule?
        let indexes: [String]
        let children: [ExactText: Node]
        /// The rules of all keys without rules of their own.
        let variable: Node?
        /// Whether a place below has a `.validate`.
        let hasValidationBelow: Bool
        /// Whether the rules are those of a `$variable`.
        let isVariable: Bool

        init(
            pattern: [String], read: Rule?, write: Rule?, validate: Rule?, indexes: [String],
            children: [ExactText: Node], variable: Node?
        ) {
            self.pattern = pattern
            isVariable = pattern.last?.hasPrefix("$") ?? false
            (self.read, self.write, self.validate) = (read, write, validate)
            self.indexes = indexes
            (self.children, self.variable) = (children, variable)
            hasValidationBelow = (children.values + [variable].compactMap { $0 }).contains {
                $0.validate != nil || $0.hasValidationBelow
            }
        }

        func child(_ key: String) -> Node? { children[ExactText(key)] ?? variable }
    }

    /// A rule of a place.
    struct Rule: Sendable {
        let kind: RuleKind
        let source: String
        let expression: CheckedExpression
    }

    /// The rules that allow everything to everybody, or nothing to anybody.
    package init(isOpen: Bool) {
        let source = "\(isOpen)"
        let expression = CheckedExpression(
            .literal(.bool(isOpen)), at: 0..<source.utf8.count)
        root = Node(
            pattern: [], read: Rule(kind: .read, source: source, expression: expression),
            write: Rule(kind: .write, source: source, expression: expression), validate: nil,
            indexes: [], children: [:], variable: nil)
    }

    init(root: Node) {
        self.root = root
    }

    /// The declared indexes of a place's children: `.value`, or paths below each child.
    package func indexes(at place: [String]) -> [String] {
        place.reduce(root) { $0?.child($1) }?.indexes ?? []
    }
}
