import PathSchema
import SecurityRules

/// A place in the rules with all claims about it, from any rule.
struct RulesPlace {
    private(set) var children: [(key: String, place: RulesPlace)] = []
    private var positions: [ExactText: Int] = [:]
    /// The wildcard: the variable's name without its `$`, and its place.
    var wildcard: [(name: String?, place: RulesPlace)] = []
    var index: [String] = []

    /// The claims of all `.validate` rules.
    var claims: [ShapeClaim.Content] = []
    /// The claims of all `.write` rules, which other rules can override.
    var hints: [ShapeClaim.Content] = []
    /// The types that single conditions suggest.
    var mentions: [ShapeClaim.Content] = []
    /// Whether the place exists wherever its parent does.
    var isRequired = false
    /// Whether the rules have a node for the place.
    var isDeclared = false
    /// The place's own rule, or the first that mentions it.
    var position: SourceLines.Position?

    /// Returns the place of a step.
    func child(_ step: RulesStep) -> RulesPlace? {
        switch step {
        case .any: wildcard.first?.place
        case .key(let key): positions[ExactText(key)].map { children[$0].place }
        }
    }

    func place(at steps: some Sequence<RulesStep>) -> RulesPlace? {
        steps.reduce(Optional(self)) { $0?.child($1) }
    }

    /// Adds a new child.
    mutating func add(_ key: String, _ place: RulesPlace) {
        positions[ExactText(key)] = children.count
        children.append((key, place))
    }

    /// Changes the place at a path, creating missing places on the way. Does nothing if the rules
    /// contradict a place on the way, or if no database can have the place.
    ///
    /// - Parameters:
    ///   - rule: the rule that names the path.
    ///   - names: the names of wildcard keys, by the number of steps before each.
    mutating func update(
        _ steps: [RulesStep], _ rule: RulesEvidence.Origin, names: [Int: String] = [:],
        _ change: (inout RulesPlace) -> Void
    ) {
        guard steps.allSatisfy(\.isPossible), steps.count <= KeyRules.maximumDepth else { return }
        update(steps[...], names) { place in
            place.position = place.position ?? rule.position
            change(&place)
        }
    }

    /// Gives the children that the rules require, without a node of their own, the evidence about
    /// the variable that covers them: `from` in `hasChildren(['from'])` beside `$side`.
    mutating func coverChildren() {
        let cover = wildcard.first?.place
        for position in children.indices {
            let child = children[position].place
            if let cover, cover.isDeclared, child.isRequired, !child.isDeclared {
                // Not so below: each level would double the whole.
                children[position].place.add(cover)
            } else {
                children[position].place.coverChildren()
            }
        }
        for position in wildcard.indices { wildcard[position].place.coverChildren() }
    }

    /// Adds the evidence about another place.
    private mutating func add(_ other: RulesPlace) {
        if index.isEmpty { index = other.index }
        claims += other.claims
        hints += other.hints
        mentions += other.mentions
        for (key, place) in other.children {
            if let position = positions[ExactText(key)] {
                children[position].place.add(place)
                if place.isRequired { children[position].place.isRequired = true }
            } else {
                add(key, place)
            }
        }
        if wildcard.isEmpty {
            wildcard = other.wildcard
        } else if let place = other.wildcard.first?.place {
            wildcard[0].place.add(place)
        }
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
                // If the rules list fixed keys, there are no others.
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

    /// Whether the rules show that the place has a value without children.
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
