/// Types in the notation of other languages, and their Swift equivalents.
enum ForeignType {
    /// Returns the replacement for another language's type; `nil` if the text isn't a known one.
    static func advice(on text: String) -> String? {
        let name = String(text.trimmingSpaces)
        if name == "number" { return "did you mean \"Int\" or \"Double\"?" }
        if let advice = adviceOnValue(name) { return advice }
        if let kind = namesWithoutCounterpart.first(where: { $0.names.contains(name) }) {
            return kind.advice
        }
        if let translation = translation(of: text), translation != text {
            return "did you mean \"\(translation)\"?"
        }
        return text.contains("|")
            ? "a value is of one type; for one of several, name an enum of yours" : nil
    }

    /// Returns the replacement for a value in quotes: `"true"`, `"5"`.
    private static func adviceOnValue(_ text: String) -> String? {
        if text == "true" || text == "false" { return "did you mean \"Bool\"?" }
        guard JSONNumber.isNumber(Array(text.utf8)[...]) else { return nil }
        return Int(text) == nil
            ? "did you mean \"Double\"?" : "did you mean \"Int\" or \"Double\"?"
    }

    /// Whether a name is a type in other languages, and never in Swift.
    static func isName(_ name: String) -> Bool {
        counterparts[name] != nil
            || namesWithoutCounterpart.contains { $0.names.contains(name) }
    }

    /// Whether a name before type arguments is another language's: `map` in `map<String, Bool>`.
    static func isGenericName(_ name: String) -> Bool {
        name == "set" || isName(name)
    }

    /// Returns the Swift type that a text denotes; Swift's own types denote themselves.
    static func translation(of text: String) -> String? {
        guard text.utf8.count <= longestText, let type = type(text[...]) else { return nil }
        return try? TypeReferenceParser.parse(type).text
    }

    /// The limit for recognizing a text as a type. A longer text was hardly written by hand.
    private static let longestText = 100
}

// MARK: - Names

extension ForeignType {
    private static let counterparts: [String: String] = {
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
            for name in names.split(separator: " ") { counterparts[String(name)] = swift }
        }
        return counterparts
    }()

    private static let namesWithoutCounterpart: [(names: Set<String>, advice: String)] = [
        (
            ["any", "object", "unknown", "mixed", "json", "dynamic"],
            "name the Swift type of the values, one of Swift's or of yours, as in \"Message\""
        ),
        (
            ["array", "list", "vector", "tuple"],
            "a value that is a list has a type such as \"[String]\"; "
                + "many values with keys are a collection, { \"<id>\": \"String\" }"
        ),
        (
            ["map", "dict", "dictionary", "hash", "record"],
            "a value that is a dictionary has a type such as \"[String: Int]\"; "
                + "many values with paths are a collection, { \"<id>\": \"Int\" }"
        ),
        (
            ["null", "nil", "none", "undefined", "void", "optional"],
            "a value that may be missing has a type with a question mark, as in \"String?\""
        ),
    ]

    private static let lists: Set = [
        "Array", "array", "List", "list", "ArrayList", "MutableList", "ReadonlyArray", "Vec",
    ]
    private static let dictionaries: Set = [
        "Dictionary", "Map", "map", "Dict", "dict", "HashMap", "Record", "MutableMap",
    ]
    private static let optionals: Set = ["Optional", "Maybe", "Nullable", "Option"]
}

// MARK: - Forms

extension ForeignType {
    /// Translates `string`, `User[]`, `User | null`, `Array[User]`, `Map<string, User>`, and so on.
    private static func type(_ text: Substring) -> String? {
        let text = text.trimmingSpaces
        if let name = counterparts[String(text)] { return name }
        if let optional = union(text) { return optional }
        if let last = text.last, last == "?" || last == "!" { return optional(text.dropLast()) }
        if let first = text.first, first == "?" || first == "*" {
            return optional(text.dropFirst())
        }
        if text.hasSuffix("[]") { return type(text.dropLast(2)).map { "[\($0)]" } }
        if text.hasPrefix("[]") { return type(text.dropFirst(2)).map { "[\($0)]" } }
        if text.hasPrefix("["), text.hasSuffix("]") {
            return bracketed(text.dropFirst().dropLast())
        }
        return generic(text) ?? (try? TypeReferenceParser.parse(String(text)).text)
    }

    private static func optional(_ text: Substring) -> String? {
        type(text).map { $0.hasSuffix("?") ? $0 : "\($0)?" }
    }

    /// Translates `User | null`.
    private static func union(_ text: Substring) -> String? {
        let parts = text.split(separator: "|").map(\.trimmingSpaces)
        let values = parts.filter { !["null", "undefined", "nil", "None", "none"].contains($0) }
        return values.count == 1 && parts.count > 1 ? optional(values[0]) : nil
    }

    /// Translates the contents of the brackets in `[User]` or `[String: User]`.
    private static func bracketed(_ contents: Substring) -> String? {
        let parts = contents.split(separator: ":", omittingEmptySubsequences: false).map(type)
        switch parts.count {
        case 1: return parts[0].map { "[\($0)]" }
        case 2: return parts[0].flatMap { key in parts[1].map { "[\(key): \($0)]" } }
        default: return nil
        }
    }

    /// Translates `List<User>`, `Map<string, User>`, `Array[User]`, `varchar(255)`.
    private static func generic(_ text: Substring) -> String? {
        guard let open = text.firstIndex(where: { "<[(".contains($0) }), let last = text.last,
            ">])".contains(last)
        else { return nil }
        let name = String(text[..<open].trimmingSpaces)
        let contents = text[text.index(after: open)...].dropLast()
        if text[open] == "(" { return Int(contents) == nil ? nil : counterparts[name] }
        let written = arguments(contents)
        let arguments = written.compactMap(type)
        guard arguments.count == written.count else { return nil }
        switch arguments.count {
        case 1 where lists.contains(name): return "[\(arguments[0])]"
        case 1 where optionals.contains(name): return "\(arguments[0])?"
        case 1 where name == "set": return "Set<\(arguments[0])>"
        case 2 where dictionaries.contains(name): return "[\(arguments[0]): \(arguments[1])]"
        case 1... where text[open] == "<": return "\(name)<\(arguments.joined(separator: ", "))>"
        default: return nil
        }
    }

    /// Splits a text at the commas outside of brackets.
    private static func arguments(_ text: Substring) -> [Substring] {
        var arguments: [Substring] = []
        var depth = 0
        var start = text.startIndex
        for index in text.indices {
            switch text[index] {
            case "<", "[", "(": depth += 1
            case ">", "]", ")": depth -= 1
            case "," where depth == 0:
                arguments.append(text[start..<index])
                start = text.index(after: index)
            default: break
            }
        }
        return arguments + [text[start...]]
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
