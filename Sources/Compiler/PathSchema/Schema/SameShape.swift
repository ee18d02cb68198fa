extension Tree {
    /// Whether two branches can share a type: their children have the same names, types and
    /// collections, in any order. Documentation may differ. Unreadable parts count as equal.
    func hasSameShape(as other: Tree) -> Bool {
        guard gaps == .none, other.gaps == .none else { return true }
        let (children, otherChildren) = (children, other.children)
        guard type?.value == other.type?.value, children.count == otherChildren.count else {
            return false
        }
        let others = Dictionary(
            otherChildren.map { ($0.shapeKey, $0) }, uniquingKeysWith: { first, _ in first })
        return children.allSatisfy { child in
            others[child.shapeKey].map { child.isInterchangeable(with: $0) } ?? false
        }
    }

    private func isInterchangeable(with other: Tree) -> Bool {
        let naming: [DirectiveName] = [.name, .member, .singular, .property, .firestore]
        guard naming.allSatisfy({ directives[$0]?.value == other.directives[$0]?.value }) else {
            return false
        }
        switch (content, other.content) {
        case (.leaf(let type), .leaf(let otherType)):
            return type.value == otherType.value
        case (.branch, .branch):
            return hasSameShape(as: other)
        case (.collection(let element), .collection(let otherElement)):
            return element.shapeKey == otherElement.shapeKey
                && element.isInterchangeable(with: otherElement)
        default: return false
        }
    }

    /// A child's identity among its siblings: its key, or the key type of a wildcard.
    private enum ShapeKey: Hashable {
        case named(ExactText)
        case wildcard(ExactText?)
    }

    private var shapeKey: ShapeKey {
        isWildcard
            ? .wildcard(keyType.map { ExactText($0.value.text) }) : .named(ExactText(key))
    }
}
