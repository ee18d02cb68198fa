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
