import PathSchema
import SecurityRules

/// A place of the rules with all that they claim of it, there or elsewhere.
struct RulesPlace {
    var children: [(key: String, place: RulesPlace)] = []
    /// The variable's name without its `$`, and the place that it leads to.
    var wildcard: [(name: String, place: RulesPlace)] = []
    var claims: Set<ShapeClaim.Content> = []
    var index: [String] = []

    /// Adds a claim at a place below, which gets what is missing on the way.
    ///
    /// - Parameter known: how many of the steps are there for certain, so that nothing is required that
    ///   is above the rule.
    mutating func add(_ claim: ShapeClaim.Content, at steps: ArraySlice<RulesStep>, known: Int) {
        guard let step = steps.first else {
            if claim != .required { claims.insert(claim) }
            return
        }
        let rest = steps.dropFirst()
        switch step {
        case .any:
            guard !wildcard.isEmpty else { return }
            wildcard[0].place.add(claim, at: rest, known: known - 1)
        case .key(let key):
            let position =
                children.firstIndex { $0.key.hasSameBytes(as: key) } ?? children.endIndex
            if position == children.endIndex { children.append((key, RulesPlace())) }
            if claim == .required, known <= 0 { children[position].place.claims.insert(.required) }
            children[position].place.add(claim, at: rest, known: known - 1)
        }
    }
}

extension RulesPlace {
    /// What is known of the place.
    func node(at path: ImportedPlace, notes: inout [ImportNote]) -> ImportedNode {
        let kinds = Set(claims.compactMap(\.kind))
        var node = ImportedNode.unknown
        if children.isEmpty, wildcard.isEmpty {
            node = leaf(kinds, at: path, notes: &notes)
        } else {
            if kinds.contains(where: { $0 != .children }) {
                notes.append(
                    ImportNote("children here, and the rules speak of a value, too", at: path))
            }
            node.shape = .branch(
                children: children.map { key, place in
                    .init(
                        key, place.node(at: path.appending(key), notes: &notes),
                        isOptional: !place.claims.contains(.required))
                },
                wildcard: wildcard.first.map { name, place in
                    .init(
                        name: name, keyType: place.claims.contains(.integerKey) ? "Int" : nil,
                        place.node(at: path.appending("$\(name)"), notes: &notes))
                })
        }
        node.index = index
        return node
    }

    private func leaf(
        _ kinds: Set<ShapeClaim.Content>, at path: ImportedPlace, notes: inout [ImportNote]
    ) -> ImportedNode {
        var node = ImportedNode.unknown
        switch kinds {
        case [.string]: node.shape = .leaf(.string)
        case [.number]:
            node.shape = .leaf(
                claims.contains(.date) ? .date : claims.contains(.integer) ? .int : .double)
        case [.bool]: node.shape = .leaf(claims.contains(.alwaysTrue) ? .membership : .bool)
        case []: node.comments = ["the rules don't say what is here"]
        case [.children]: node.comments = ["the rules don't say which children are here"]
        case _ where kinds.contains(.children):
            node.comments = ["the rules allow a value and children here"]
        case [.mixed]: node.shape = .leaf(.mixed)
        default:
            notes.append(ImportNote("the rules demand several types of one value", at: path))
            node.shape = .leaf(.mixed)
        }
        return node
    }
}
