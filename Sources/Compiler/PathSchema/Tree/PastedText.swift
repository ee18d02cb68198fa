/// Text in another language than JSON, recognized as a whole, since each of its lines would be an
/// error.
struct PastedText {
    enum Language: String {
        case swift = "Swift"
        case typeScript = "TypeScript"
        case bolt = "Bolt"
        case yaml = "YAML"
    }

    let language: Language
    /// The first line that isn't a comment.
    let line: SourceRange

    /// - Parameter index: the index of the text among the run's inputs.
    init?(_ source: SourceText, index: Int) {
        let bytes = source.utf8[source.start...]
        guard let first = bytes.first(where: { $0 > 0x20 }), Self.canBegin(first) else {
            return nil
        }
        let text = String(decoding: bytes.prefix(Self.longestBeginning), as: UTF8.self)
        let lines = Self.statements(of: text)
        guard let line = lines.first,
            let language = Self.language(of: line, in: text) ?? Self.yaml(lines)
        else { return nil }
        self.language = language
        let lower = source.start + text.utf8.distance(from: text.startIndex, to: line.startIndex)
        let upper = lower + line.utf8.count
        // Offsets are wrong after invalid UTF-8, which the JSON reader reports.
        guard upper <= source.utf8.count, line.utf8.elementsEqual(source.utf8[lower..<upper]) else {
            return nil
        }
        self.line = SourceRange(source: index, lower: lower, upper: upper)
    }

    var problem: String { "this looks like \(language.rawValue), and a schema is JSON" }

    var advice: [String] {
        switch language {
        case .swift: ["it says where values of such types are: \(Self.example)"]
        case .typeScript, .yaml:
            ["a value is its Swift type, and \"<userId>\" stands for any key: \(Self.example)"]
        case .bolt: ["'generate-paths --from bolt' makes a schema of it"]
        }
    }

    private static let example = "{ \"users\": { \"<userId>\": \"User\" } }"
    private static let longestBeginning = 4096

    /// Whether another language's text can begin with a byte. Nearly every schema begins with a
    /// brace.
    private static func canBegin(_ byte: UInt8) -> Bool {
        byte != UInt8(ascii: "{") && byte != UInt8(ascii: "[") && byte != UInt8(ascii: "\"")
    }
}

// MARK: - Lines

extension PastedText {
    /// Returns the trimmed lines, without comments and without lines that only mark the beginning
    /// of a document.
    private static func statements(of text: String) -> [Substring] {
        text.split(whereSeparator: \.isNewline)
            .map { $0.trimmingSpaces }
            .filter { line in
                !line.isEmpty && line != "---"
                    && !["//", "/*", "*", "#", "%"].contains { line.hasPrefix($0) }
            }
    }

    private static func language(of line: Substring, in text: String) -> Language? {
        var words = line.split(separator: " ")[...]
        let isExported = words.first == "export" || words.first == "declare"
        words = words.drop { modifiers.contains($0) || $0.hasPrefix("@") }
        guard let keyword = words.popFirst(), let name = words.first else { return nil }
        return switch keyword {
        case "path" where name.hasPrefix("/"): .bolt
        case "type": words.contains("=") || isExported ? .typeScript : .bolt
        case "interface", "const", "namespace", "function": .typeScript
        case "import":
            words.count == 1 && Identifier.isIdentifier(String(name)) ? .swift : .typeScript
        case "struct", "actor", "extension", "protocol", "typealias", "func": .swift
        case "enum", "class", "let", "var": isExported || isTypeScript(text) ? .typeScript : .swift
        default: nil
        }
    }

    private static let modifiers: Set<Substring> = [
        "abstract", "async", "declare", "default", "export", "fileprivate", "final", "indirect",
        "internal", "nonisolated", "open", "package", "private", "public",
    ]

    /// Whether a text with keywords of both languages has TypeScript's types.
    private static func isTypeScript(_ text: String) -> Bool {
        [": string", ": number", ": boolean", ": any", "=>", ";"].contains { text.contains($0) }
    }

    /// Recognizes YAML by unquoted keys, at least one of them alone on its line, or two on
    /// successive lines.
    private static func yaml(_ lines: [Substring]) -> Language? {
        guard let first = lines.first, isMember(first) else { return nil }
        return first.hasSuffix(":") || lines.dropFirst().first.map(isMember) == true ? .yaml : nil
    }

    /// Whether a line is `key:` or `key: value`, without the punctuation of JSON.
    private static func isMember(_ line: Substring) -> Bool {
        guard let colon = line.firstIndex(of: ":"), let last = line.last else { return false }
        let value = line[line.index(after: colon)...]
        return !line[..<colon].contains("\"") && !",;{[".contains(last)
            && (value.isEmpty || value.hasPrefix(" ")) && !value.trimmingSpaces.hasPrefix("\"")
    }
}
