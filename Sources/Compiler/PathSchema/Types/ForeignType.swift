/// Types in the notation of other languages, and their Swift equivalents.
enum ForeignType {
    /// Returns the replacement for another language's type; `nil` if the text isn't a known one.
    static func advice(on text: String) -> String? {
        if text == "number" { return "did you mean \"Int\" or \"Double\"?" }
        if text == "true" || text == "false" { return "did you mean \"Bool\"?" }
        if let kind = namesWithoutCounterpart.first(where: { $0.names.contains(text) }) {
            return kind.advice
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
        counterparts[name] != nil || namesWithoutCounterpart.contains { $0.names.contains(name) }
    }

    private static let counterparts = {
        var counterparts: [String: String] = [:]
        for (swift, names) in [
            ("String", "string str text char varchar"), ("Double", "number double"),
            ("Int", "int integer long short"), ("Float", "float"), ("Bool", "bool boolean"),
            ("Date", "date datetime timestamp"), ("URL", "url uri"), ("UUID", "uuid guid"),
            ("Data", "bytes blob binary"), ("Decimal", "decimal"),
            ("Int8", "int8"), ("Int16", "int16"), ("Int32", "int32"), ("Int64", "int64"),
            ("UInt", "uint"), ("UInt8", "uint8 byte"), ("UInt32", "uint32"),
            ("UInt64", "uint64"),
        ] {
            for name in names.words { counterparts[name] = swift }
        }
        return counterparts
    }()

    private static let namesWithoutCounterpart: [(names: Set<String>, advice: String)] = [
        (
            Set(words: "any object unknown mixed json dynamic"),
            "name the Swift type of the values, one of Swift's or of yours, as in \"Message\""
        ),
        (
            Set(words: "array list vector tuple"),
            "a value that is a list has a type such as \"[String]\"; "
                + "many values with keys are a collection, { \"<id>\": \"String\" }"
        ),
        (
            Set(words: "map dict dictionary hash record"),
            "a value that is a dictionary has a type such as \"[String: Int]\"; "
                + "many values with paths are a collection, { \"<id>\": \"Int\" }"
        ),
        (
            Set(words: "null nil none undefined void optional"),
            "a value that may be missing has a type with a question mark, as in \"String?\""
        ),
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
        let contents = text[text.index(after: open)...].dropLast()
        let isBracketed = open == text.startIndex
        if isBracketed, contents.contains(",") { return String(text) }
        let arguments = contents.split(
            separator: isBracketed ? ":" : ",", omittingEmptySubsequences: false
        ).map { $0.isEmpty ? nil : type($0) }
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
