extension Branch {
    /// Whether two nodes can share a type: the same children, whatever their order, with the same
    /// names, types and collections. What documents them may differ. Where something could not be read,
    /// nothing is said against it.
    func hasSameShape(as other: Branch) -> Bool {
        guard gaps == .none, other.gaps == .none else { return true }
        guard model?.value == other.model?.value, children.count == other.children.count else {
            return false
        }
        let others = Dictionary(
            other.children.map { ($0.shapeKey, $0.tree) }, uniquingKeysWith: { first, _ in first })
        return children.allSatisfy { child in
            others[child.shapeKey]?.hasSameShape(as: child.tree) ?? false
        }
    }
}

extension Tree {
    fileprivate func hasSameShape(as other: Tree) -> Bool {
        let naming: [DirectiveName] = [.name, .member, .singular]
        guard naming.allSatisfy({ directives[$0]?.value == other.directives[$0]?.value }) else {
            return false
        }
        switch (shape, other.shape) {
        case (.leaf(let type), .leaf(let otherType)):
            return type.value == otherType.value
        case (.branch(let branch), .branch(let otherBranch)):
            return branch.hasSameShape(as: otherBranch)
        case (.collection(let placeholder, let element), .collection(let other, let otherElement)):
            return placeholder.keyType?.value == other.keyType?.value
                && element.hasSameShape(as: otherElement)
        default:
            return false
        }
    }
}

extension Child {
    /// What tells this child from its siblings: its key, or for a wildcard its key type.
    fileprivate enum ShapeKey: Hashable {
        case named(Name)
        case wildcard(Name?)
    }

    fileprivate var shapeKey: ShapeKey {
        switch key {
        case .named(let name): .named(name.value)
        case .wildcard(let placeholder): .wildcard(placeholder.keyType?.value)
        }
    }
}
