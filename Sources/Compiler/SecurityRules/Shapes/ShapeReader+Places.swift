/// Resolution of expressions to places.
extension ShapeReader {
    /// Returns the place that an expression such as `newData.child('a').parent()` refers to.
    func dataPlace(_ expression: RulesExpression) -> [RulesStep]? {
        namedPlace(expression, in: [.newData])?.steps
    }

    /// Returns the place whose value an expression is: `newData.child('a').val()`.
    func valuePlace(
        _ expression: RulesExpression, in snapshots: [Snapshot] = [.newData]
    ) -> [RulesStep]? {
        namedValue(expression, in: snapshots)?.steps
    }

    /// Returns the place whose value before the write an expression is: `data.child('a').val()`.
    func formerPlace(ofValue expression: RulesExpression) -> [RulesStep]? {
        valuePlace(expression, in: [.data])
    }

    /// Returns the place of a value, before or after the write by default.
    func namedValue(
        _ expression: RulesExpression, in snapshots: [Snapshot] = Snapshot.allCases
    ) -> NamedPlace? {
        guard case .call(let base, "val", []) = expression else { return nil }
        return namedPlace(base, in: snapshots)
    }

    static func steps(_ path: String) -> [RulesStep] {
        path.pathComponents.map { .key($0) }
    }

    /// Returns the place of a variable.
    func place(ofVariable expression: RulesExpression) -> [RulesStep]? {
        guard case .name(let name) = expression else { return nil }
        return variables[name]
    }

    /// A state of the data that a rule can read.
    enum Snapshot: String, CaseIterable {
        case newData, data, root
    }

    /// A place, with the rules' names for wildcard keys on the way.
    struct NamedPlace {
        var steps: [RulesStep]
        /// The names of wildcard keys, by the number of keys before each.
        var names: [Int: String] = [:]
    }

    /// Returns the place that an expression refers to, whatever its keys are computed from.
    func namedPlace(
        _ expression: RulesExpression, in snapshots: [Snapshot] = Snapshot.allCases
    ) -> NamedPlace? {
        switch expression {
        case .name(let name):
            guard let snapshot = Snapshot(rawValue: name), snapshots.contains(snapshot) else {
                return nil
            }
            return NamedPlace(steps: snapshot == .root ? [] : place)
        case .call(let base, "parent", []):
            guard var child = namedPlace(base, in: snapshots), !child.steps.isEmpty else {
                return nil
            }
            child.steps.removeLast()
            child.names[child.steps.count] = nil
            return child
        case .call(let base, "child", let arguments):
            guard let parent = namedPlace(base, in: snapshots), arguments.count == 1 else {
                return nil
            }
            return child(arguments[0], of: parent)
        default: return nil
        }
    }

    /// Returns the child at a path, which may be computed: `'users/' + auth.uid + '/role'`.
    func child(_ path: RulesExpression, of parent: NamedPlace) -> NamedPlace? {
        var child = parent
        // Whether the text so far ends inside of a key.
        var isInKey = false
        for part in path.summands {
            if case .string(let text) = part {
                guard !isInKey || text.hasPrefix("/") else { return nil }
                child.steps += Self.steps(text)
                isInKey = !text.hasSuffix("/") && !text.isEmpty
            } else {
                guard !isInKey else { return nil }
                child.names[child.steps.count] = part.keyName
                child.steps.append(.any)
                isInKey = true
            }
        }
        return child
    }
}

extension RulesExpression {
    /// The operands of `+`.
    var summands: [RulesExpression] {
        if case .binary(let left, .plus, let right) = self {
            return left.summands + right.summands
        }
        return [self]
    }

    /// The elements of an array; anything else itself.
    var elements: [RulesExpression] {
        if case .array(let elements) = self { elements } else { [self] }
    }

    /// A name for keys that the expression computes.
    fileprivate var keyName: String? {
        switch self {
        case .name(let name): name.hasPrefix("$") ? String(name.dropFirst()) : nil
        case .member(.name("auth"), let name): name
        case .call(.call(_, "child", let arguments), "val", []):
            if case .string(let path)? = arguments.first { path.pathComponents.last } else { nil }
        default: nil
        }
    }
}
