import PathCodegen
import PathSchema
import SecurityRules

/// The security rules at a place of a schema, and at those below that the schema doesn't list, such
/// as the fields of a model.
struct PlacedRules {
    struct Rule: Equatable {
        /// The place as the rules have it: `/chatrooms/$room`.
        let place: String
        let name: String
        let text: String
    }

    var own: [Rule] = []
    var below: [Rule] = []

    /// Returns the rules of a schema's places: first the root's, then each node's in document order.
    static func places(of schema: Schema, _ rules: RulesNode) -> [PlacedRules] {
        var visits = [Visit(rules, at: "")]
        // The index of the latest visit at each depth.
        var latest = [0]
        schema.forEachNode { node in
            let parent = latest[node.depth - 1]
            latest.removeSubrange(node.depth...)
            latest.append(visits.count)
            let visit = visits[parent].enter(node.key)
            visits.append(visit)
        }
        return visits.map(\.rules)
    }
}

/// A place of a schema, and the node of the rules that applies there.
private struct Visit {
    private let node: RulesNode?
    private let place: String
    /// The offsets of the node's children that apply at children of the place.
    private var entered: Set<Int> = []

    init(_ node: RulesNode?, at place: String) {
        (self.node, self.place) = (node, place)
    }

    /// Goes to a child of the place.
    mutating func enter(_ key: SchemaNode.Key) -> Visit {
        guard let children = node?.children, let offset = Self.offset(of: key, in: children) else {
            return Visit(nil, at: place)
        }
        entered.insert(offset)
        let child = children[offset]
        return Visit(child.node, at: "\(place)/\(child.key.text)")
    }

    private static func offset(of key: SchemaNode.Key, in children: [RulesNode.Child]) -> Int? {
        var offset: Int?
        if case .named(let key) = key {
            offset = children.firstIndex { $0.key.text.hasSameBytes(as: key) }
        }
        return offset ?? children.firstIndex(where: \.isVariable)
    }

    var rules: PlacedRules {
        guard let node else { return PlacedRules() }
        var rules = PlacedRules(own: node.rules(at: place))
        for (offset, child) in node.children.enumerated() where !entered.contains(offset) {
            child.node.collect(into: &rules.below, at: "\(place)/\(child.key.text)")
        }
        return rules
    }
}

extension RulesNode {
    fileprivate func rules(at place: String) -> [PlacedRules.Rule] {
        let place = place.isEmpty ? "/" : place
        var rules: [PlacedRules.Rule] = []
        for (name, rule) in [(".read", read), (".write", write), (".validate", validate)] {
            guard let rule else { continue }
            rules.append(.init(place: place, name: name, text: rule.parsed.source))
        }
        if let index {
            let text = index.children.joined(separator: ", ")
            rules.append(.init(place: place, name: ".indexOn", text: text))
        }
        return rules
    }

    fileprivate func collect(into rules: inout [PlacedRules.Rule], at place: String) {
        rules += self.rules(at: place)
        for child in children {
            child.node.collect(into: &rules, at: "\(place)/\(child.key.text)")
        }
    }
}
