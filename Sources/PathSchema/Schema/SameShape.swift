extension Tree {
    /// Whether two branches can share a type: the same children, whatever their order, with the same
    /// names, types and collections. What documents them may differ. Where something could not be read,
    /// nothing is said against it.
    func haveSameShape(_ branch: Int, _ other: Int) -> Bool {
        guard nodes[branch].gaps == .none, nodes[other].gaps == .none else { return true }
        guard nodes[branch].type?.value == nodes[other].type?.value,
            haveEquallyManyChildren(branch, other)
        else { return false }
        let others = Dictionary(
            children(of: other).map { (shapeKey(of: $0), $0) },
            uniquingKeysWith: { first, _ in first })
        return children(of: branch).allSatisfy { child in
            others[shapeKey(of: child)].map { isSameShape(child, $0) } ?? false
        }
    }

    private func isSameShape(_ node: Int, _ other: Int) -> Bool {
        let naming: [DirectiveName] = [.name, .member, .singular]
        let directives = directives(of: node)
        let otherDirectives = self.directives(of: other)
        guard naming.allSatisfy({ directives[$0]?.value == otherDirectives[$0]?.value }),
            nodes[node].shape == nodes[other].shape
        else { return false }
        switch nodes[node].shape {
        case .leaf: return nodes[node].type?.value == nodes[other].type?.value
        case .branch: return haveSameShape(node, other)
        case .collection:
            let (element, otherElement) = (element(of: node), element(of: other))
            return shapeKey(of: element) == shapeKey(of: otherElement)
                && isSameShape(element, otherElement)
        }
    }

    /// What tells a child from its siblings: its key, or for a wildcard its key type.
    private enum ShapeKey: Hashable {
        case named(Name)
        case wildcard(Name?)
    }

    private func shapeKey(of child: Int) -> ShapeKey {
        nodes[child].isWildcard
            ? .wildcard(keyType(of: child)?.value) : .named(nodes[child].key)
    }
}
