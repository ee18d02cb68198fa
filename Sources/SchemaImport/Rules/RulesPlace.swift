import PathSchema
import SecurityRules

/// A place of the rules with all that they say of it, there or elsewhere.
struct RulesPlace {
    private(set) var children: [(key: String, place: RulesPlace)] = []
    private var positions: [ExactText: Int] = [:]
    /// The variable's name without its `$`, and the place that it leads to.
    var wildcard: [(name: String?, place: RulesPlace)] = []
    var index: [String] = []

    /// The claims of all `.validate` rules.
    var claims: [ShapeClaim.Content] = []
    /// The claims of all `.write` rules, which others may make void.
    var hints: [ShapeClaim.Content] = []
    /// The types that single conditions show.
    var mentions: [ShapeClaim.Content] = []
    /// Whether rules ask if a user's key is there.
    var isMembership = false
    /// Whether it is there wherever its parent is.
    var isRequired = false

    /// The place that a step leads to.
    func child(_ step: RulesStep) -> RulesPlace? {
        switch step {
        case .any: wildcard.first?.place
        case .key(let key): positions[ExactText(key)].map { children[$0].place }
        }
    }

    /// Adds a child that isn't there yet.
    mutating func add(_ key: String, _ place: RulesPlace) {
        positions[ExactText(key)] = children.count
        children.append((key, place))
    }

    /// Changes the place that steps lead to, which gets what is missing on the way. It stays as it is
    /// if the rules have something else on the way, or if no database has such a place.
    ///
    /// - Parameter names: what the keys are called that can be any, by the number of steps before each.
    mutating func update(
        _ steps: [RulesStep], names: [Int: String], _ change: (inout RulesPlace) -> Void
    ) {
        guard steps.allSatisfy(\.isPossible), steps.count <= KeyRules.maximumDepth else { return }
        update(steps[...], names, change)
    }

    private mutating func update(
        _ steps: ArraySlice<RulesStep>, _ names: [Int: String],
        _ change: (inout RulesPlace) -> Void
    ) {
        guard let step = steps.first else { return change(&self) }
        guard !isValue else { return }
        let rest = steps.dropFirst()
        switch step {
        case .any:
            if wildcard.isEmpty {
                // Fixed keys are all that there are, if the rules list some.
                guard children.isEmpty else { return }
                wildcard = [(names[steps.startIndex], RulesPlace())]
            }
            wildcard[0].place.update(rest, names, change)
        case .key(let key):
            let position = positions[ExactText(key)] ?? children.endIndex
            if position == children.endIndex { add(key, RulesPlace()) }
            children[position].place.update(rest, names, change)
        }
    }

    /// Whether the rules say that a value without children is here.
    private var isValue: Bool {
        let shape = ValueShape(claims)
        return children.isEmpty && wildcard.isEmpty && !shape.kinds.isEmpty
            && !shape.kinds.contains(.children)
    }
}

extension RulesStep {
    /// Whether a database can have such a key.
    fileprivate var isPossible: Bool {
        guard case .key(let key) = self, case .child = KeyRules.kind(of: key) else {
            return self == .any
        }
        return true
    }
}
