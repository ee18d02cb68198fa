import PathSchema

/// A schema's description of a place, in the form of security rules.
struct SchemaRules {
    /// The conditions on the data; empty if any data is valid.
    var conditions: [RulesExpression] = []
    var index: [String] = []
    /// The children without which a model can't be decoded.
    var required: [String] = []
    /// The children, in the order of the schema.
    var children: [Child] = []
    /// The variable that forbids all other children; `nil` if others are allowed, as below one of
    /// the app's types.
    var other: String?

    struct Child {
        /// The key, or the variable for all keys without rules of their own.
        let key: String
        var rules: SchemaRules
        /// Whether the schema lists the child; otherwise only an index names it.
        var isListed = true

        var isVariable: Bool { key.hasPrefix("$") }
    }

    /// The child for all keys without rules of their own.
    var variable: Child? { children.first(where: \.isVariable) }

    /// The children by their keys.
    var named: [ExactText: Child] {
        Dictionary(children.map { (ExactText($0.key), $0) }) { first, _ in first }
    }

    /// The conjunction of the conditions; `true` if there are none.
    var validate: RulesExpression {
        let all = conditions.map { $0 == .hasChildren ? .hasChildren(required) : $0 }
        guard let first = all.first else { return .bool(true) }
        return all.dropFirst().reduce(first) { .binary($0, .and, $1) }
    }

    /// Whether there are no rules for the place, nor for any place below.
    var isEmpty: Bool { conditions.isEmpty && index.isEmpty && children.isEmpty && other == nil }

    /// Allows the child that an index names, with any data if the schema doesn't list it.
    mutating func allow(_ path: ArraySlice<String>) {
        guard let key = path.first else { return }
        if let position = children.firstIndex(where: {
            $0.isVariable || $0.key.hasSameBytes(as: key)
        }) {
            children[position].rules.allow(path.dropFirst())
        } else if other != nil {
            children.append(Child(key: key, rules: SchemaRules(), isListed: false))
        }
    }
}

/// Builds the rules of a schema.
struct SchemaRulesBuilder {
    private let schema: Schema
    /// The variables on the way to the current place, each with its `$`.
    private var variables: [String] = []
    /// The types on the way to the current place. A type that occurs again is recursive.
    private var open: [ElementType.ID] = []

    static func rules(for schema: Schema) -> SchemaRules {
        var builder = SchemaRulesBuilder(schema: schema)
        var rules = builder.rules(for: schema.root)
        // A database may be empty.
        rules.required = []
        return rules
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

    /// Returns the rules of a member, or after some of its keys, of its elements.
    private mutating func rules(for member: Member, after keyCount: Int) -> SchemaRules {
        guard keyCount == member.placeholders.count else {
            return element(of: member, after: keyCount)
        }
        switch member.element {
        case .value(let type): return leaf(type)
        case .declared(let type), .recurring(let type):
            // Rules can't refer to other rules, so a recursive type has none.
            return open.contains(type) ? SchemaRules() : rules(for: schema[type])
        }
    }

    /// Returns the rules of a collection's element.
    private mutating func element(of member: Member, after keyCount: Int) -> SchemaRules {
        let placeholder = member.placeholders[keyCount]
        let isPlain = placeholder.parameter.unicodeScalars.allSatisfy {
            $0.isASCIILetterOrDigit || $0 == "_"
        }
        return collection(
            isPlain ? "$\(placeholder.parameter)" : "$key", ofKeys: placeholder.keyType,
            index: placeholder.index
        ) { $0.rules(for: member, after: keyCount + 1) }
    }

    /// Returns the rules of a value.
    private mutating func leaf(_ type: String) -> SchemaRules {
        switch LeafType(type) {
        case .scalar(let conditions): return SchemaRules(conditions: conditions)
        case .array(let element):
            return collection("$index", ofKeys: "Int") { $0.leaf(element) }
        case .dictionary(let key, let value):
            return collection("$key", ofKeys: key) { $0.leaf(value) }
        case .unknown: return SchemaRules()
        }
    }

    /// Returns the rules of a place whose children are all alike.
    private mutating func collection(
        _ variable: String, ofKeys keyType: String, index: [String] = [],
        element: (inout SchemaRulesBuilder) -> SchemaRules
    ) -> SchemaRules {
        let variable = unused(variable)
        variables.append(variable)
        defer { variables.removeLast() }
        var rules = element(&self)
        rules.conditions += LeafRules.conditions(onKey: variable, of: keyType)
        for path in index where !path.hasPrefix(".") { rules.allow(path.pathComponents[...]) }
        return SchemaRules(
            conditions: [.hasChildren], index: index,
            children: [.init(key: variable, rules: rules)])
    }

    /// Returns a variable that differs from those on the way.
    private func unused(_ variable: String) -> String {
        guard variables.contains(variable) else { return variable }
        return variable.numbered { !variables.contains($0) }
    }
}

extension Schema {
    /// Whether a model can't be decoded without the child. A collection, an array or one of the
    /// app's types may be stored as nothing, and so may a model without required children.
    package func requires(_ member: Member) -> Bool {
        guard member.key != nil, !member.isCollection else { return false }
        switch member.element {
        case .value(let type):
            guard case .scalar = LeafType(type) else { return false }
            return !type.hasSuffix("?")
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

// MARK: - Values

/// A Swift type, as far as rules can express it.
package enum LeafType {
    /// Conditions on a value without children.
    case scalar([RulesExpression])
    case array(element: String)
    case dictionary(key: String, value: String)
    /// One of the app's types, whose stored form is unknown.
    case unknown

    /// - Parameter type: the type as Swift spells it. Optionals are treated as their wrapped types,
    ///   since rules only validate data that exists.
    package init(_ type: String) {
        var type = type
        while type.hasSuffix("?") { type.removeLast() }
        if let conditions = LeafRules.conditions(of: type) {
            self = .scalar(conditions)
        } else if type.hasPrefix("["), type.hasSuffix("]") {
            let contents = type.dropFirst().dropLast()
            if let colon = StoredType.colon(in: contents) {
                let value = contents[contents.index(after: colon)...].drop { $0 == " " }
                self = .dictionary(key: String(contents[..<colon]), value: String(value))
            } else {
                self = .array(element: String(contents))
            }
        } else {
            self = .unknown
        }
    }
}

// MARK: - Checking

extension LeafType {
    /// Whether a value can be of the type.
    ///
    /// - Parameter value: `nil` for children.
    package func allows(_ value: DataCheck.Value?) -> Bool {
        switch self {
        case .scalar(let conditions): conditions.allSatisfy { $0.holds(for: value, key: "") }
        case .array, .dictionary: value == nil
        case .unknown: true
        }
    }

    /// The type of the elements, if it is known.
    package var elementType: String? {
        switch self {
        case .array(let element): element
        case .dictionary(_, let value): value
        case .scalar, .unknown: nil
        }
    }

    /// Whether a key can be of a type.
    package static func allows(key: String, ofType type: String) -> Bool {
        LeafRules.conditions(onKey: "$key", of: type).allSatisfy { $0.holds(for: nil, key: key) }
    }

    /// Whether a type is one of Swift's integers.
    package static func isInteger(_ type: String) -> Bool {
        !LeafRules.conditions(onKey: "$key", of: type).isEmpty
    }
}

/// The conditions for Swift's standard types.
enum LeafRules {
    /// - Returns: `nil` for any other type.
    static func conditions(of type: String) -> [RulesExpression]? {
        let name = type.hasPrefix("Swift.") ? String(type.dropFirst(6)) : type
        if strings.contains(name) { return [.call(.newData, "isString", [])] }
        if name == "Bool" { return [.call(.newData, "isBoolean", [])] }
        if numbers.contains(name) { return [isNumber] }
        if integers.contains(name) { return [isNumber, isInteger] }
        return nil
    }

    /// Returns the conditions on a variable whose keys have a type.
    static func conditions(onKey variable: String, of keyType: String) -> [RulesExpression] {
        guard integers.contains(keyType) else { return [] }
        let pattern = RulesExpression.regularExpression(integer, flags: "")
        return [.call(.name(variable), "matches", [pattern])]
    }

    /// The pattern of an integer as Swift prints it, without leading zeros.
    private static let integer = "^(0|-?[1-9][0-9]*)$"
    private static let isNumber = RulesExpression.call(.newData, "isNumber", [])
    private static let isInteger = RulesExpression.binary(
        .binary(.call(.newData, "val", []), .modulo, .number(1)), .equal, .number(0))

    private static let strings: Set = ["Character", "Data", "String", "Substring", "URL", "UUID"]
    private static let numbers: Set = [
        "CGFloat", "Date", "Decimal", "Double", "Float", "Float32", "Float64", "ServerTime",
        "TimeInterval",
    ]
    private static let integers: Set = [
        "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64",
    ]
}

// MARK: - Text

/// Writes rules as JSON: short objects on one line, other objects with one line per member.
struct RulesText {
    private static let width = 100

    /// Returns a file of rules.
    static func file(_ rules: SchemaRules) -> String {
        "{\n  \"rules\": \(object(rules, indentation: "  ", column: 11))\n}\n"
    }

    /// Returns the members of an object of rules, each a key with its value.
    ///
    /// - Parameter indentation: the text before each member that has its own line.
    private static func members(of rules: SchemaRules, indentation: String) -> [(
        key: String, value: String
    )] {
        var members: [(key: String, value: String)] = []
        if !rules.index.isEmpty { members.append((".indexOn", list(rules.index))) }
        if let validate = validate(rules) { members.append((".validate", validate)) }
        for child in rules.children {
            let column = indentation.utf8.count + JSONText.quoted(child.key).count + 2
            members.append(
                (child.key, object(child.rules, indentation: indentation, column: column)))
        }
        if let other = rules.other { members.append((other, "{ \".validate\": false }")) }
        return members
    }

    /// Returns the value of `.validate`; `nil` if there are no conditions.
    private static func validate(_ rules: SchemaRules) -> String? {
        guard rules.conditions.isEmpty else {
            return JSONText.quoted(rules.validate.description)
        }
        // An object needs a member; the database itself can be any data.
        return !rules.children.isEmpty || rules.other != nil ? nil : "true"
    }

    static func list(_ texts: [String]) -> String {
        "[\(texts.map(JSONText.quoted).joined(separator: ", "))]"
    }

    /// - Parameters:
    ///   - indentation: the indentation of the line that the object begins on.
    ///   - column: the number of columns before the object; `nil` to write the object on one line.
    static func object(_ rules: SchemaRules, indentation: String, column: Int?) -> String {
        let inner = indentation + "  "
        let members = members(of: rules, indentation: inner).map { key, value in
            "\(JSONText.quoted(key)): \(value)"
        }
        let line = "{ \(members.joined(separator: ", ")) }"
        guard let column else { return line }
        let isShort = rules.children.isEmpty && column + line.count < width
        if isShort { return line }
        return "{\n\(members.map { inner + $0 }.joined(separator: ",\n"))\n\(indentation)}"
    }
}
