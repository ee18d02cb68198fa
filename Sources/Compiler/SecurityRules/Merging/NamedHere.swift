import PathSchema

/// The names that rules use for the data at one place.
struct NamedHere {
    private var nodes: [Named] = []

    private struct Named {
        let node: NamedPlaces.Node
        /// The rules' literal key for the place, where the schema has a wildcard.
        var key: String?
    }

    init(_ names: NamedPlaces) {
        nodes = [Named(node: names.root)]
    }

    func child(_ key: String) -> NamedHere {
        var names = self
        names.nodes = nodes.flatMap { named in
            [named.node.children[key], named.node.element].compactMap { $0 }.map { Named(node: $0) }
        }
        return names
    }

    /// Returns the names for the elements of a collection.
    ///
    /// - Parameter keys: the keys that aren't elements.
    func element(besides keys: Set<String>) -> NamedHere {
        var names = self
        names.nodes = nodes.flatMap { named in
            let children = named.node.children.filter { !keys.contains($0.key) }
                .sorted { $0.key < $1.key }
                .map { Named(node: $0.value, key: $0.key) }
            return (named.node.element.map { [Named(node: $0)] } ?? []) + children
        }
        return names
    }

    /// Returns the reason why conditions would refuse data that a rule names, with that rule; `nil`
    /// if they wouldn't.
    ///
    /// - Parameter place: the keys that lead to the place, as the rules write them.
    func conflict(
        with conditions: [RulesExpression], at place: [String]
    ) -> (message: String, rule: SourceRange?)? {
        let wanted = conditions.compactMap(\.kind).first
        guard wanted != nil || conditions.contains(where: \.isOnKey) else { return nil }
        for named in nodes {
            let hasNamedChildren = !named.node.children.isEmpty || named.node.element != nil
            let kinds = named.node.kinds.union(hasNamedChildren ? [.children] : [])
            let keys = named.key.map { place.dropLast() + [$0] } ?? place
            let name = Visible.text(keys.joined(separator: "/"))
            if named.key != nil, kinds.isEmpty || conditions.contains(where: \.isOnKey) {
                return (
                    "the rules name \(name), where the schema has other keys",
                    named.node.firstRule
                )
            }
            let allowed = hasNamedChildren ? [.children] : kinds
            if let wanted, !allowed.isEmpty, !allowed.contains(wanted) {
                let others = ValueShape.Kind.allCases.filter(kinds.contains).map(\.noun)
                return (
                    "the schema has \(wanted.noun) at \(name), "
                        + "and the rules have \(others.joined(separator: " or "))",
                    named.node.firstRule
                )
            }
        }
        return nil
    }
}

extension NamedPlaces.Node {
    /// The first rule that names the place or one below.
    fileprivate var firstRule: SourceRange? {
        if let rule { return rule }
        let below = children.sorted { $0.key < $1.key }.map(\.value) + (element.map { [$0] } ?? [])
        return below.lazy.compactMap(\.firstRule).first
    }
}

extension ValueShape.Kind {
    var noun: String {
        switch self {
        case .string: "a string"
        case .number: "a number"
        case .bool: "a bool"
        case .children: "children"
        }
    }
}

extension RulesExpression {
    /// The type of data that a schema's condition requires.
    var kind: ValueShape.Kind? {
        guard case .call(.name("newData"), let method, _) = self else { return nil }
        return NamedPlaces.kind(askedBy: method)
    }

    /// Whether a schema's condition is about the key, rather than the data.
    fileprivate var isOnKey: Bool {
        if case .call(.name(let name), "matches", _) = self { name.hasPrefix("$") } else { false }
    }
}
