/// Types in the notation of other languages, and their Swift equivalents.
enum ForeignType {
    /// Returns the replacement for another language's type; `nil` if the text isn't a known one.
    static func advice(on text: String) -> String? {
        switch text {
        case "number": return "did you mean \"Int\" or \"Double\"?"
        case "true", "false": return "did you mean \"Bool\"?"
        case "any", "object", "unknown", "mixed":
            return "name the Swift type of the values, one of Swift's or of yours, as in \"Message\""
        case "array", "list":
            return "a value that is a list has a type such as \"[String]\"; "
                + "many values with keys are a collection, { \"<id>\": \"String\" }"
        case "map", "dictionary", "record":
            return "a value that is a dictionary has a type such as \"[String: Int]\"; "
                + "many values with paths are a collection, { \"<id>\": \"Int\" }"
        case "null", "nil", "undefined":
            return "a value that may be missing has a type with a question mark, as in \"String?\""
        default: break
        }
        if JSONNumber.isNumber(Array(text.utf8)[...]) {
            return Int(text) == nil
                ? "did you mean \"Double\"?" : "did you mean \"Int\" or \"Double\"?"
        }
        // A longer text was hardly written by hand.
        if text.utf8.count <= 100, let type = type(text[...]), type != text,
            let known = try? TypeReferenceParser.parse(type).text
        {
            return "did you mean \"\(known)\"?"
        }
        return text.contains("|")
            ? "a value is of one type; for one of several, name an enum of yours" : nil
    }

    /// Whether a name is a type in other languages, and never in Swift.
    static func isName(_ name: String) -> Bool {
        counterparts[name] != nil || ["any", "object", "array", "list", "map", "null"].contains(name)
    }

    private static let counterparts = [
        "string": "String", "text": "String", "str": "String", "number": "Double",
        "double": "Double", "float": "Float", "int": "Int", "integer": "Int", "long": "Int",
        "bool": "Bool", "boolean": "Bool", "Boolean": "Bool", "Integer": "Int", "Number": "Double",
        "date": "Date", "datetime": "Date", "timestamp": "Date", "url": "URL", "uuid": "UUID",
    ]

    /// Translates `string`, `User[]`, `User | null`, `?User`, `Array<User>`, `Map<string, User>`.
    private static func type(_ text: Substring) -> String? {
        let text = text.trimmingSpaces
        if let name = counterparts[String(text)] { return name }
        let parts = text.split(separator: "|").map(\.trimmingSpaces)
        let values = parts.filter { !["null", "undefined", "nil"].contains($0) }
        if parts.count > 1 { return values.count == 1 ? optional(values[0]) : nil }
        if text.hasSuffix("?") || text.hasSuffix("!") { return optional(text.dropLast()) }
        if text.hasPrefix("?") { return optional(text.dropFirst()) }
        if text.hasSuffix("[]") { return type(text.dropLast(2)).map { "[\($0)]" } }
        guard let open = text.firstIndex(where: { "<[".contains($0) }), let last = text.last,
            ">]".contains(last)
        else { return String(text) }
        let isDictionary = text[open] == "[" && open == text.startIndex && text.contains(":")
        let arguments = text[text.index(after: open)...].dropLast()
            .split(separator: isDictionary ? ":" : ",").map(type)
        switch (text[..<open].lowercased(), arguments.count) {
        case ("", 1), ("array", 1), ("list", 1): return arguments[0].map { "[\($0)]" }
        case ("set", 1): return arguments[0].map { "Set<\($0)>" }
        case ("optional", 1): return arguments[0].map { "\($0)?" }
        case ("", 2), ("map", 2), ("record", 2), ("dictionary", 2):
            return arguments[0].flatMap { key in arguments[1].map { "[\(key): \($0)]" } }
        default: return String(text)
        }
    }

    private static func optional(_ text: Substring) -> String? {
        type(text).map { $0.hasSuffix("?") ? $0 : "\($0)?" }
    }
}

extension StringProtocol {
    /// The text without leading and trailing spaces.
    var trimmingSpaces: SubSequence {
        var trimmed = drop { $0 == " " }
        while trimmed.last == " " { trimmed = trimmed.dropLast() }
        return trimmed
    }
}
