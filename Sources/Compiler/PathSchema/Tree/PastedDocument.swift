/// A document that describes a database, but isn't a schema. It is recognized as a whole, since
/// each of its lines would be an error.
enum PastedDocument {
    case jsonSchema, rules, data

    init?(_ document: JSONNode) {
        guard !document.isIncomplete else { return nil }
        if document.isJSONSchema {
            self = .jsonSchema
        } else if document.isRules {
            self = .rules
        } else if Evidence(document).isData {
            self = .data
        } else {
            return nil
        }
    }

    var problem: String {
        switch self {
        case .jsonSchema: "this is a JSON Schema, and not a schema of paths"
        case .rules: "these are security rules, and not a schema of paths"
        case .data: "this looks like data, and not like a schema of paths"
        }
    }

    var advice: [String] {
        switch self {
        case .jsonSchema:
            [
                "a schema of paths looks like the database itself, with types for values: "
                    + Self.example
            ]
        case .rules:
            [
                "'generate-paths --from rules' makes a schema of them",
                "by hand: any key is \"<userId>\" instead of \"$userId\", and a value is its type: "
                    + Self.example,
            ]
        case .data:
            [
                "'generate-paths --from export' makes a schema of an export",
                "by hand: a value is its Swift type, and \"<userId>\" stands for any key: "
                    + Self.example,
            ]
        }
    }

    private static let example = "{ \"users\": { \"<userId>\": { \"name\": \"String\" } } }"
}

// MARK: - JSON Schema and rules

extension JSONNode {
    private subscript(key: String) -> JSONNode? {
        guard case .object(let members) = value else { return nil }
        return members.first { $0.key.text == key }?.value
    }

    private var string: String? {
        if case .string(let string) = value { string.text } else { nil }
    }

    fileprivate var isJSONSchema: Bool {
        guard case .object? = (self["properties"] ?? self["$defs"] ?? self["definitions"])?.value
        else { return false }
        return self["type"]?.string == "object"
            || self["$schema"]?.string?.contains("json-schema.org/") == true
    }

    /// Whether the object is a file of security rules, or a part of one.
    fileprivate var isRules: Bool {
        hasRule || self["rules"]?.hasRule(downTo: KeyRules.maximumDepth) == true
    }

    /// Whether one of the keys is a rule's, as in `".read": true`.
    private var hasRule: Bool {
        [".read", ".write", ".validate", ".indexOn"].contains { self[$0] != nil }
    }

    private func hasRule(downTo depth: Int) -> Bool {
        guard case .object(let members) = value, depth > 0 else { return false }
        return hasRule || members.contains { $0.value.hasRule(downTo: depth - 1) }
    }
}

// MARK: - Data

/// Evidence for a document being data or a schema.
private struct Evidence {
    /// The number of JSON numbers, JSON literals and generated keys.
    private var certain = 0
    /// The number of strings that aren't types.
    private var possible = 0
    /// Whether placeholders, directives or standard types occur.
    private var isSchema = false

    init(_ document: JSONNode) {
        visit(document, depth: 0)
    }

    var isData: Bool { !isSchema && certain > 0 && certain + possible > 1 }

    private mutating func visit(_ node: JSONNode, depth: Int) {
        guard depth < 2 * KeyRules.maximumDepth, !isSchema else { return }
        switch node.value {
        case .object(let members):
            for member in members {
                visit(key: member.key.text)
                visit(member.value, depth: depth + 1)
            }
        case .array(let elements):
            for element in elements { visit(element, depth: depth + 1) }
        case .string(let string): visit(text: string.text)
        case .number, .boolean, .null: certain += 1
        case .invalid: break
        }
    }

    private mutating func visit(key: String) {
        isSchema = isSchema || key.hasPrefix("<") || key.hasPrefix("$")
        // A push ID.
        if key.hasPrefix("-"), key.utf8.count == 20 { certain += 1 }
    }

    private mutating func visit(text: String) {
        guard let type = ForeignType.translation(of: text) else {
            possible += 1
            return
        }
        if ForeignType.isName(text) || type.contains(where: { "[?<".contains($0) })
            || StandardTypes.hides(type) || ["Data", "Date", "URL", "UUID"].contains(type)
        {
            isSchema = true
        }
    }
}
