import PathSchema

/// What a schema says of a place, as security rules say it.
struct SchemaRules {
    /// What must be true of the data; nothing if any data will do.
    var conditions: [RulesExpression] = []
    var index: [String] = []
    /// In the order of the schema.
    var children: [Child] = []
    /// Whether other children than these are an error. They aren't where a type of the app's own is.
    var isClosed = false

    struct Child {
        /// The key, or the variable for any key that has no rules of its own.
        let key: String
        let rules: SchemaRules

        var isVariable: Bool { key.hasPrefix("$") }
    }

    /// The expression that joins the conditions; `true` if there are none.
    var validate: RulesExpression {
        guard let first = conditions.first else { return .bool(true) }
        return conditions.dropFirst().reduce(first) { .binary($0, .and, $1) }
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
        var rules = SchemaRules(conditions: [.hasChildren], isClosed: true)
        for member in type.members {
            if let key = member.key {
                rules.children.append(
                    .init(key: key, rules: self.rules(for: member, after: 0)))
            } else {
                let element = self.element(of: member, after: 0)
                rules.children += element.children
                rules.index = element.index
                rules.isClosed = false
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

extension RulesExpression {
    static let newData = RulesExpression.name("newData")
    static let hasChildren = RulesExpression.call(newData, "hasChildren", [])
}
