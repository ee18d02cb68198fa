/// A document in another notation than a schema's, recognized as a whole, since each of its lines would
/// be an error.
struct PastedDocument {
    let problem: String
    let advice: [String]

    private static let example = "{ \"users\": { \"<userId>\": { \"name\": \"String\" } } }"

    private static func needsJSON(_ language: String) -> PastedDocument {
        PastedDocument(
            problem: "this looks like \(language), and a schema is JSON",
            advice: [
                "a value is its Swift type, and \"<userId>\" stands for any key: \(example)"
            ])
    }

    private static let rules = PastedDocument(
        problem: "these are security rules, and not a schema of paths",
        advice: [
            "'generate-paths --from rules' makes a schema of them",
            "by hand: any key is \"<userId>\" instead of \"$userId\", and a value is its type: "
                + example,
        ])

    private static let data = PastedDocument(
        problem: "this looks like data, and not like a schema of paths",
        advice: [
            "'generate-paths --from export' makes a schema of an export",
            "by hand: a value is its Swift type, and \"<userId>\" stands for any key: " + example,
        ])
}

// MARK: - Text that isn't JSON

extension PastedDocument {
    /// Recognizes Swift, TypeScript and YAML by the first line that isn't a comment.
    ///
    /// - Returns: also the range of that line.
    static func language(
        of source: SourceText, index: Int
    ) -> (document: PastedDocument, line: SourceRange)? {
        let bytes = source.utf8[source.start...]
        // Nearly every schema begins with a brace.
        guard let first = bytes.first(where: { $0 > 0x20 }), first != UInt8(ascii: "{") else {
            return nil
        }
        let lines = bytes.prefix(4096).split(separator: UInt8(ascii: "\n")).filter { line in
            let text = String(decoding: line, as: UTF8.self)[...].trimmingSpaces
            return !text.isEmpty
                && !["//", "/*", "*", "#", "---"].contains(where: text.hasPrefix)
        }
        let texts = lines.prefix(2).map { String(decoding: $0, as: UTF8.self) }
        guard let line = lines.first, let language = language(of: texts) else { return nil }
        let range = SourceRange(source: index, lower: line.startIndex, upper: line.endIndex)
        return (needsJSON(language), range)
    }

    private static func language(of lines: [String]) -> String? {
        let line = lines[0]
        let words = line.split(separator: " ")
        let modifiers: Set<Substring> = [
            "public", "final", "indirect", "nonisolated", "@Observable",
        ]
        switch words.first(where: { !modifiers.contains($0) }) {
        case "export", "interface", "type", "const", "declare": return "TypeScript"
        case "import": return line.contains(" from ") ? "TypeScript" : "Swift"
        case "struct", "class", "enum", "actor", "extension", "protocol", "let", "var":
            return "Swift"
        default: break
        }
        // Keys without JSON's punctuation, alone on the first line or on two lines.
        let isYAML = lines.allSatisfy { line in
            line.contains(":") && !line.contains("\"") && !",;{[".contains(line.last ?? ",")
        }
        return isYAML && (line.hasSuffix(":") || lines.count > 1) ? "YAML" : nil
    }
}

// MARK: - Rules and data

extension PastedDocument {
    init?(_ document: JSONNode) {
        guard !document.isIncomplete else { return nil }
        if document.hasRules {
            self = .rules
        } else if document.isData {
            self = .data
        } else {
            return nil
        }
    }
}

extension JSONNode {
    private var members: [JSONMember] {
        if case .object(let members) = value { members } else { [] }
    }

    private static let ruleKeys: Set = [".read", ".write", ".validate", ".indexOn"]

    /// Whether an object has a key of security rules: its own, or below `rules`.
    fileprivate var hasRules: Bool {
        members.contains { member in
            Self.ruleKeys.contains(member.key.text)
                || member.key.text == "rules"
                    && member.value.contains(key: Self.ruleKeys.contains, isValue: { _ in false })
        }
    }

    /// Whether there are push IDs, numbers, `true`, `false` or `null` with other values, and neither
    /// placeholders, directives nor types of Swift's.
    fileprivate var isData: Bool {
        let isSchema = contains { key in
            key.hasPrefix("<") || key.hasPrefix("$")
        } isValue: { node in
            guard case .string(let string) = node.value else { return false }
            return string.text.contains { "[]<>?|".contains($0) }
                || StandardTypes.hides(string.text) || ForeignType.isName(string.text)
        }
        if isSchema { return false }
        var (count, hasValues) = (0, false)
        return contains { key in
            key.hasPrefix("-") && key.utf8.count == 20
        } isValue: { node in
            switch node.value {
            case .string(let string):
                if (try? TypeReferenceParser.parse(string.text)) == nil { count += 1 }
            case .number, .boolean, .null: (count, hasValues) = (count + 1, true)
            default: break
            }
            return hasValues && count > 1
        }
    }

    /// Whether a key or a value below meets its condition.
    private func contains(
        key isKey: (String) -> Bool, isValue: (JSONNode) -> Bool, depth: Int = 0
    ) -> Bool {
        guard depth < 2 * KeyRules.maximumDepth else { return false }
        switch value {
        case .object(let members):
            return members.contains { member in
                isKey(member.key.text)
                    || member.value.contains(key: isKey, isValue: isValue, depth: depth + 1)
            }
        case .array(let elements):
            return elements.contains {
                $0.contains(key: isKey, isValue: isValue, depth: depth + 1)
            }
        default: return isValue(self)
        }
    }
}

// MARK: - Keys

/// A key in another system's notation for a wildcard or an optional value: `$uid`, `{uid}`, `[id]`,
/// `:uid`, `*`, `name?`.
struct ForeignKey {
    /// The problem in words.
    let problem: String
    let advice: String
    /// Advice on writing a literal key of this form.
    let wayOut: String
    private let name: String

    /// Whether the key contains a name, as `$userId` does, which makes a placeholder likelier than
    /// a misspelled directive.
    var isIdentifier: Bool {
        ["id", "uid", "key"].contains { name.lowercased().hasSuffix($0) }
    }

    private static func wayOut(for key: String) -> String {
        "if the key is \(Visible.quoted(key)) itself, \"$member\" gives it a name"
    }
}

extension ForeignKey {
    init?(_ key: String) {
        guard let first = key.unicodeScalars.first, let last = key.unicodeScalars.last,
            !first.isASCIILetterOrDigit || !last.isASCIILetterOrDigit
        else { return nil }
        let (start, end) = (key.dropFirst(), key.dropLast())
        let name = start.dropLast(last.isASCIILetterOrDigit ? 0 : 1)
        switch (first, last) {
        case (_, "?") where Identifier.isIdentifier(String(end)):
            self.init(
                problem: "a key has no question mark for a value that may be missing",
                advice: "an optional value has an optional type, as in \"\(end)\": \"String?\"",
                wayOut: Self.wayOut(for: key), name: String(end))
        case ("{", "}") where key.count > 2, ("[", "]") where key.count > 2:
            self.init(key, name: name.prefix { $0 != ":" })
        case ("*", "*") where key.count < 3: self.init(key, name: "id")
        case (":", _) where Identifier.isIdentifier(String(start)): self.init(key, name: start)
        default: return nil
        }
    }

    /// A key such as `$uid`; `nil` for a lone `$`.
    init?(wildcard key: String) {
        guard key.contains(where: \.isLetter) else { return nil }
        self.init(key, name: key.dropFirst())
    }

    private init(_ key: String, name: Substring) {
        let letters = String(
            String.UnicodeScalarView(name.unicodeScalars.filter(Identifier.isCharacter)))
        let name = letters.isEmpty ? "id" : letters
        let type = Namer.type(forPlaceholder: name).map { "\($0)ID" } ?? "UserID"
        self.init(
            problem: "\(Visible.quoted(key)) doesn't stand for any key",
            advice: "what stands for any key is written \"<\(name)>\", "
                + "or \"<\(name): \(type)>\" with a key type of yours",
            wayOut: Self.wayOut(for: key), name: name)
    }
}

// MARK: - Directives

/// Directives of other schema languages.
enum ForeignDirectives {
    /// Returns the directive to write instead; `nil` if the name is unknown.
    static func advice(on name: String) -> String? {
        switch name {
        case "$description", "$documentation", "$title": "did you mean \"$doc\"?"
        case "$model", "$class": "did you mean \"$type\"?"
        case "$rename", "$formerly", "$renamedFrom": "did you mean \"$was\"?"
        case "$optional", "$required", "$nullable":
            "a value that may be missing has an optional type, as in \"String?\""
        case "$key", "$keys", "$keyType":
            "the type of keys is part of the placeholder, as in \"<userId: UserID>\""
        case "$access", "$namespace", "$root", "$typePrefix", "$typeSuffix", "$imports":
            "it is an option, and the root has those: \"$options\": { \"access\": \"public\" }"
        case "$ref":
            "a leaf names the type that another node has by \"$name\": \"Comment\", as in "
                + "\"replies\": { \"<id>\": \"Comment\" }"
        case "$properties", "$fields", "$children":
            "children are written in the object itself, as in { \"name\": \"String\" }"
        case "$items", "$list", "$array":
            "what there are many of has a placeholder, as in { \"<id>\": \"Message\" }"
        case "$enum", "$oneOf", "$values":
            "for one of several values, name an enum of yours: { \"$type\": \"Color\" }"
        case "$default", "$example":
            "a schema has no values, only their types; \"$comment\" can hold an example"
        default: nil
        }
    }
}
