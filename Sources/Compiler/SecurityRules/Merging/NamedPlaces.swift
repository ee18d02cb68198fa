import PathSchema

/// The places that rules name in any part of a condition.
struct NamedPlaces {
    typealias Kind = ValueShape.Kind

    /// A place with the places named below it.
    final class Node {
        fileprivate(set) var children: [String: Node] = [:]
        /// The wildcard, a place below any key.
        fileprivate(set) var element: Node?
        /// The types that conditions check for.
        fileprivate(set) var kinds: Set<Kind> = []
        /// The first rule that names the place.
        fileprivate(set) var rule: SourceRange?

        fileprivate func child(_ step: RulesStep) -> Node {
            switch step {
            case .key(let key):
                let child = children[key] ?? Node()
                children[key] = child
                return child
            case .any:
                let child = element ?? Node()
                element = child
                return child
            }
        }
    }

    let root = Node()

    init(in rules: RulesNode) {
        collect(rules, at: [])
    }

    private func collect(_ rules: RulesNode, at place: [RulesStep]) {
        for rule in [rules.read, rules.write, rules.validate].compactMap({ $0 }) {
            collect(rule.expression, Location(place: place, rule: rule.value.range))
        }
        for child in rules.children {
            let step = child.isVariable ? RulesStep.any : .key(child.key.text)
            collect(child.node, at: place + [step])
        }
    }

    /// The place of an expression, with its context.
    private struct Location {
        let place: [RulesStep]
        let rule: SourceRange
    }

    private func collect(_ expression: RulesExpression, _ location: Location) {
        switch expression {
        case .call(let base, let method, let arguments):
            if let place = place(of: base, location) {
                add(place, Self.kind(askedBy: method), location)
                if method == "hasChild" || method == "hasChildren" {
                    for key in arguments.flatMap(\.elements) {
                        add(place + Self.steps(key), nil, location)
                    }
                }
            } else if let place = valuePlace(base, location) {
                // Only strings have methods.
                add(place, .string, location)
            }
        case .member(let base, "length"):
            if let place = valuePlace(base, location) { add(place, .string, location) }
        case .binary(let left, let sign, let right):
            for (value, other) in [(left, right), (right, left)] {
                if let place = valuePlace(value, location) {
                    add(place, Self.kind(comparedBy: sign, with: other), location)
                }
            }
        default: break
        }
        for part in expression.parts { collect(part, location) }
    }

    /// - Parameter kind: `nil` if the place is named without a type.
    private func add(_ place: [RulesStep], _ kind: Kind?, _ location: Location) {
        // No database has deeper paths.
        let node = place.prefix(KeyRules.maximumDepth).reduce(root) { $0.child($1) }
        node.rule = node.rule ?? location.rule
        if let kind { node.kinds.insert(kind) }
    }
}

// MARK: - Expressions

extension NamedPlaces {
    /// Returns the place that an expression such as `newData.child('a').parent()` refers to.
    private func place(of expression: RulesExpression, _ location: Location) -> [RulesStep]? {
        switch expression {
        case .name("newData"), .name("data"): location.place
        case .name("root"): []
        case .call(let base, "parent", []): place(of: base, location)?.dropLast()
        case .call(let base, "child", let arguments):
            place(of: base, location).map { $0 + (arguments.first.map(Self.steps) ?? []) }
        default: nil
        }
    }

    /// Returns the place whose value an expression is: `newData.child('a').val()`.
    private func valuePlace(_ expression: RulesExpression, _ location: Location) -> [RulesStep]? {
        guard case .call(let base, "val", []) = expression else { return nil }
        return place(of: base, location)
    }

    /// Returns the keys of a path such as `'users/' + auth.uid + '/role'`, with wildcards for
    /// computed keys.
    private static func steps(_ path: RulesExpression) -> [RulesStep] {
        let unknown = "\u{0}"
        let text = path.summands.map { part in
            if case .string(let text) = part { text } else { unknown }
        }
        return text.joined().pathComponents.map { $0.contains(unknown) ? .any : .key($0) }
    }

    /// Returns the kind of values for which a method asks.
    static func kind(askedBy method: String) -> Kind? {
        switch method {
        case "isString": .string
        case "isNumber": .number
        case "isBoolean": .bool
        case "hasChild", "hasChildren": .children
        default: nil
        }
    }

    private static func kind(
        comparedBy sign: RulesExpression.Operator, with other: RulesExpression
    ) -> Kind? {
        switch (sign, other) {
        case (.and, _), (.or, _), (.notEqual, _), (.plus, _): nil
        case (.minus, _), (.times, _), (.divided, _), (.modulo, _): .number
        case (_, .string), (_, .member(.name("auth"), "uid")): .string
        case (_, .number), (_, .negative), (_, .name("now")): .number
        case (_, .bool): .bool
        case (_, .name(let name)): name.hasPrefix("$") ? .string : nil
        default: nil
        }
    }
}

// MARK: - Conflicts

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
