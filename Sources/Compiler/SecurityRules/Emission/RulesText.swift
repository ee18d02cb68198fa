import PathSchema

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
    static func members(of rules: SchemaRules, indentation: String) -> [(
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
