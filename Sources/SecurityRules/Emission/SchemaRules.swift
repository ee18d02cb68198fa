import PathSchema

/// What a schema says of a place, as security rules say it.
struct SchemaRules {
    /// What must be true of the data; nothing if any data will do.
    var conditions: [RulesExpression] = []
    var index: [String] = []
    /// The children that a model can't be read without.
    var required: [String] = []
    /// In the order of the schema.
    var children: [Child] = []
    /// The variable by which all other children are forbidden; `nil` if they are allowed, as they are
    /// where a type of the app's own is.
    var other: String?

    struct Child {
        /// The key, or the variable for any key that has no rules of its own.
        let key: String
        var rules: SchemaRules

        var isVariable: Bool { key.hasPrefix("$") }
    }

    /// The expression that joins the conditions; `true` if there are none.
    var validate: RulesExpression {
        let all = conditions.map { $0 == .hasChildren ? .hasChildren(required) : $0 }
        guard let first = all.first else { return .bool(true) }
        return all.dropFirst().reduce(first) { .binary($0, .and, $1) }
    }

    /// Whether there is nothing to say of the place, or of any below.
    var isEmpty: Bool { conditions.isEmpty && index.isEmpty && children.isEmpty && other == nil }

    /// Allows the child that an index names, and all others beside it if the schema doesn't list it.
    mutating func allow(_ path: ArraySlice<String>) {
        guard let key = path.first else { return }
        if let position = children.firstIndex(where: { $0.isVariable || $0.key == key }) {
            children[position].rules.allow(path.dropFirst())
        } else {
            other = nil
        }
    }
}

/// Makes rules of a schema.
struct SchemaRulesBuilder {
    private let schema: Schema
    /// The variables on the way to the place that is being made, each with its `$`.
    private var variables: [String] = []
    /// The types on the way there: one that is among them recurs.
    private var open: [ElementType.ID] = []

    static func rules(for schema: Schema) -> SchemaRules {
        var builder = SchemaRulesBuilder(schema: schema)
        var rules = builder.rules(for: schema.root)
        // Only the database itself is here, which is children or nothing.
        rules.conditions = []
        return rules
    }

    private init(schema: Schema) {
        self.schema = schema
    }

    private mutating func rules(for type: ElementType) -> SchemaRules {
        open.append(type.id)
        defer { open.removeLast() }
        var rules = SchemaRules(conditions: [.hasChildren], other: unused("$other"))
        if type.kind == .model {
            rules.required = type.members.filter { schema.requires($0) }.compactMap(\.key)
        }
        for member in type.members {
            if let key = member.key {
                rules.children.append(
                    .init(key: key, rules: self.rules(for: member, after: 0)))
            } else {
                let element = self.element(of: member, after: 0)
                rules.children += element.children
                rules.index = element.index
                rules.other = nil
            }
        }
        return rules
    }

    /// The rules of a member, or of what some of its keys lead to.
    private mutating func rules(for member: Member, after keyCount: Int) -> SchemaRules {
        guard keyCount == member.placeholders.count else {
            return element(of: member, after: keyCount)
        }
        switch member.element {
        case .value(let type): return leaf(type)
        case .declared(let type), .recurring(let type):
            // Rules can't refer to others, and so nothing can be said where a tree recurs.
            return open.contains(type) ? SchemaRules() : rules(for: schema[type])
        }
    }

    /// The rules of a collection.
    private mutating func element(of member: Member, after keyCount: Int) -> SchemaRules {
        let placeholder = member.placeholders[keyCount]
        let variable = unused(Self.variable(for: placeholder.parameter))
        variables.append(variable)
        defer { variables.removeLast() }
        var rules = rules(for: member, after: keyCount + 1)
        rules.conditions += LeafRules.conditions(onKey: variable, of: placeholder.keyType)
        for path in placeholder.index where !path.hasPrefix(".") {
            rules.allow(path.pathComponents[...])
        }
        return SchemaRules(
            conditions: [.hasChildren], index: placeholder.index,
            children: [.init(key: variable, rules: rules)])
    }

    /// The rules of a value.
    private mutating func leaf(_ type: String) -> SchemaRules {
        switch LeafType(type) {
        case .scalar(let conditions): return SchemaRules(conditions: conditions)
        case .array(let element): return leaf(in: "$index", ofKeys: "Int", element)
        case .dictionary(let key, let value): return leaf(in: "$key", ofKeys: key, value)
        case .unknown: return SchemaRules()
        }
    }

    private mutating func leaf(
        in variable: String, ofKeys keyType: String, _ element: String
    ) -> SchemaRules {
        let variable = unused(variable)
        variables.append(variable)
        defer { variables.removeLast() }
        var rules = leaf(element)
        rules.conditions += LeafRules.conditions(onKey: variable, of: keyType)
        return SchemaRules(
            conditions: [.hasChildren], children: [.init(key: variable, rules: rules)])
    }

    private static func variable(for parameter: String) -> String {
        let isPlain = parameter.unicodeScalars.allSatisfy {
            $0.isASCIILetterOrDigit || $0 == "_"
        }
        return isPlain ? "$\(parameter)" : "$key"
    }

    /// A variable that none on the way has.
    private func unused(_ variable: String) -> String {
        guard variables.contains(variable) else { return variable }
        var number = 2
        while variables.contains("\(variable)\(number)") { number += 1 }
        return "\(variable)\(number)"
    }
}

extension Schema {
    /// Whether a model that has the child can't be without it. A collection, an array or a type of the app's
    /// own can be stored as nothing, and so can a model that requires nothing.
    fileprivate func requires(_ member: Member) -> Bool {
        guard member.key != nil, !member.isCollection else { return false }
        switch member.element {
        case .value(let type):
            if case .scalar = LeafType(type) { return !type.hasSuffix("?") }
            return false
        case .declared(let id):
            let type = self[id]
            return type.kind == .model && !type.name.hasSuffix("?")
                && type.members.contains { requires($0) }
        case .recurring: return false
        }
    }
}

extension RulesExpression {
    static let newData = RulesExpression.name("newData")
    static let hasChildren = hasChildren([])

    static func hasChildren(_ keys: [String]) -> RulesExpression {
        .call(newData, "hasChildren", keys.isEmpty ? [] : [.array(keys.map { .string($0) })])
    }
}
