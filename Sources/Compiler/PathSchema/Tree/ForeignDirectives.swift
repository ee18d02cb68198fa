/// Directives of other schema languages.
enum ForeignDirectives {
    /// Returns the directive to write instead; `nil` if the name is unknown.
    static func advice(on name: String) -> String? {
        table.first { $0.names.contains(name) }?.advice
    }

    private static let table: [(names: Set<String>, advice: String)] = [
        (
            ["$description", "$documentation", "$docs", "$title", "$summary"],
            "did you mean \"$doc\"?"
        ),
        (["$note", "$notes", "$comments", "$todo"], "did you mean \"$comment\"?"),
        (["$model", "$class", "$swiftType", "$value", "$valueType"], "did you mean \"$type\"?"),
        (["$typeName", "$phantom", "$as"], "did you mean \"$name\"?"),
        (["$rename", "$alias", "$swiftName"], "did you mean \"$member\"?"),
        (["$accessor", "$element", "$plural"], "did you mean \"$singular\"?"),
        (
            ["$formerly", "$previously", "$oldName", "$oldKey", "$renamedFrom"],
            "did you mean \"$was\"?"
        ),
        (
            ["$optional", "$required", "$nullable", "$null"],
            "a value that may be missing has an optional type, as in \"String?\""
        ),
        (
            ["$key", "$keys", "$keyType", "$keyName"],
            "the type of keys is part of the placeholder, as in \"<userId: UserID>\""
        ),
        (
            ["$access", "$namespace", "$root", "$typePrefix", "$typeSuffix", "$prefix", "$suffix"],
            "it is an option, and the root has those: \"$options\": { \"access\": \"public\" }"
        ),
        (
            ["$import", "$imports", "$module"],
            "it is an option, and the root has those: \"$options\": { \"imports\": [\"Models\"] }"
        ),
        (
            ["$ref", "$extends", "$include"],
            "a leaf names the type that another node has by \"$name\": \"Comment\", as in "
                + "\"replies\": { \"<id>\": \"Comment\" }"
        ),
        (
            ["$properties", "$fields", "$children"],
            "children are written in the object itself, as in { \"name\": \"String\" }"
        ),
        (
            ["$items", "$list", "$array", "$each"],
            "what there are many of has a placeholder, as in { \"<id>\": \"Message\" }"
        ),
        (
            ["$enum", "$oneOf", "$values"],
            "for one of several values, name an enum of yours: { \"$type\": \"Color\" }"
        ),
        (
            ["$default", "$example", "$examples", "$const"],
            "a schema has no values, only their types; \"$comment\" can hold an example"
        ),
    ]
}
