import PathCodegen
import PathSchema
import SecurityRules

/// The data of a page: the schema as `--emit json` writes it, with a Swift expression and rules for
/// each of its nodes.
enum PageData {
    static func json(of schema: Schema, title: String, rules: RulesNode?) -> String {
        var expressions = PathExpressions(schema)
        var texts = [expressions.root]
        schema.forEachNode { texts.append(expressions.next($0)) }
        let document = Rendering.json.render(schema, from: [])
        return """
            {
              "title": \(JSONText.quoted(title)),
              "schema": \(document.dropLast()),
              "expressions": \(list(texts.map(JSONText.quoted))),
              "rules": \(rules.map { json(PlacedRules.places(of: schema, $0)) } ?? "null")
            }
            """
    }

    private static func json(_ places: [PlacedRules]) -> String {
        list(places.map { "{\"own\": \(json($0.own)), \"below\": \(json($0.below))}" })
    }

    private static func json(_ rules: [PlacedRules.Rule]) -> String {
        let texts = rules.map { rule in
            let fields = [rule.place, rule.name, rule.text].map(JSONText.quoted)
            return "[\(fields.joined(separator: ", "))]"
        }
        return "[\(texts.joined(separator: ", "))]"
    }

    /// Returns an array with a line for each element.
    private static func list(_ elements: [String]) -> String {
        "[\n    \(elements.joined(separator: ",\n    "))\n  ]"
    }
}

// MARK: - Expressions

/// The Swift expressions of the paths to a schema's nodes, with a variable for each placeholder:
/// `Path().chatroom(chatroomId).messages`.
struct PathExpressions {
    /// The expression of the path to the root.
    let root: String
    /// The latest expression at each depth.
    private var latest: [String]

    init(_ schema: Schema) {
        root = schema.options.root.map { "Path<\(Identifier.declaredType($0))>()" } ?? "Path()"
        latest = [root]
    }

    /// Returns the expression of a node, which must follow the previous call's node in document
    /// order.
    mutating func next(_ node: SchemaNode) -> String {
        // The levels from the member's owner to the node.
        let count = node.keyCount + (node.member.key == nil ? 0 : 1)
        let expression = "\(latest[node.depth - count]).\(Self.expression(of: node))"
        latest.removeSubrange(node.depth...)
        latest.append(expression)
        return expression
    }

    private static func expression(of node: SchemaNode) -> String {
        guard node.keyCount > 0 else { return member(node.member.name) }
        let arguments = node.member.placeholders.prefix(node.keyCount).map(\.parameter).enumerated()
            .map { index, parameter in
                let value = Identifier.declared(parameter)
                return index == 0 ? value : "\(label(parameter)): \(value)"
            }
        let name = member(node.member.accessorName ?? node.member.name)
        return "\(name)(\(arguments.joined(separator: ", ")))"
    }

    /// Returns a member's name as it is written after a dot.
    private static func member(_ name: String) -> String {
        ["init", "self", "Type", "Protocol"].contains(name) ? "`\(name)`" : name
    }

    /// Returns an argument's label. The only keyword that needs back-ticks there is `inout`.
    private static func label(_ name: String) -> String {
        name == "inout" ? "`inout`" : name
    }
}

// MARK: - Rules

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
