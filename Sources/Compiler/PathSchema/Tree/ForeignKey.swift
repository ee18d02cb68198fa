/// A key in another system's notation for a wildcard or an optional value.
struct ForeignKey {
    /// The problem in words.
    let problem: String
    let advice: String
    /// The intended placeholder; empty for an optional value.
    let placeholder: String
    /// Advice on writing a literal key of this form.
    let wayOut: String
    private let name: String

    /// Whether the key contains a name, as `$userId` does, which makes a placeholder likelier than
    /// a misspelled directive.
    var isIdentifier: Bool {
        ["id", "uid", "key"].contains { name.lowercased().hasSuffix($0) }
    }

    /// Parses `{id}`, `[id]`, `:id`, `*`, or an optional value `name?`.
    init?(_ key: String) {
        guard let first = key.unicodeScalars.first, let last = key.unicodeScalars.last,
            !first.isASCIILetterOrDigit || !last.isASCIILetterOrDigit
        else { return nil }
        if key.hasSuffix("?"), Identifier.isIdentifier(String(key.dropLast())) {
            self.init(optional: String(key.dropLast()), key: key)
        } else if let contents = Self.contents(of: key) {
            self.init(key, contents: contents)
        } else {
            return nil
        }
    }

    /// Parses `$uid` or `${uid}`; `nil` for a lone `$`.
    init?(wildcard key: String) {
        let contents = key.dropFirst()
        guard contents.contains(where: \.isLetter) else { return nil }
        self.init(key, contents: Self.contents(of: String(contents)) ?? contents)
    }

    /// Parses `<id`, or with a type `<id: UserID`.
    init?(openPlaceholder key: String) {
        let contents = key.dropFirst()
        guard
            contents.unicodeScalars.allSatisfy({
                Identifier.isCharacter($0) || $0 == ":" || $0 == " "
            })
        else { return nil }
        self.init(key, contents: contents)
    }

    /// Parses the contents of `<UserID id>` or `<id UserID>`: a name and a type without a colon.
    init?(typeBesideName contents: Substring) {
        let words = contents.split(separator: " ")
        guard words.count == 2 else { return nil }
        if Self.isType(words[0]) {
            self.init("<\(contents)>", contents: "\(words[1]): \(words[0])")
        } else if Self.isType(words[1]), !["ID", "Id", "Key", "UID"].contains(words[1]) {
            self.init("<\(contents)>", contents: "\(words[0]): \(words[1])")
        } else {
            return nil
        }
    }

    private init(optional name: String, key: String) {
        problem = "a key has no question mark for a value that may be missing"
        advice = "an optional value has an optional type, as in \"\(name)\": \"String?\""
        placeholder = ""
        wayOut = "if the key is \(Visible.quoted(key)) itself, \"$member\" gives it a name"
        self.name = name
    }

    private init(_ key: String, contents: Substring) {
        let parts = contents.split(separator: ":", maxSplits: 1).map(\.trimmingSpaces)
        let letters = (parts.first ?? "").unicodeScalars.filter { Identifier.isCharacter($0) }
        name = letters.isEmpty ? "id" : String(String.UnicodeScalarView(letters))
        let type = parts.count == 2 ? ForeignType.translation(of: String(parts[1])) : nil
        if let type, type != "String" {
            placeholder = "<\(name): \(type)>"
            advice = "what stands for any key of that type is written \"\(placeholder)\""
        } else {
            placeholder = "<\(name)>"
            advice =
                "what stands for any key is written \"\(placeholder)\", "
                + "or \"<\(name): \(Self.keyType(for: name))>\" with a key type of yours"
        }
        problem = "\(Visible.quoted(key)) doesn't stand for any key"
        wayOut = "if the key is \(Visible.quoted(key)) itself, \"$member\" gives it a name"
    }
}

extension ForeignKey {
    /// Returns the text between the brackets of a key, or after its colon.
    private static func contents(of key: String) -> Substring? {
        for (open, close) in [("{{", "}}"), ("{", "}"), ("[", "]")]
        where key.count > 2 && key.hasPrefix(open) && key.hasSuffix(close) {
            return key.dropFirst(open.count).dropLast(close.count)
        }
        if key == "*" || key == "**" { return "" }
        if key.hasPrefix(":"), Identifier.isIdentifier(String(key.dropFirst())) {
            return key.dropFirst()
        }
        return nil
    }

    /// Returns a likely key type for a name.
    private static func keyType(for name: String) -> String {
        Namer.type(forPlaceholder: name).map { "\($0)ID" } ?? "UserID"
    }

    /// Whether a word is capitalized like a type, or is another language's type.
    private static func isType(_ word: Substring) -> Bool {
        word.first?.isUppercase == true || ForeignType.isName(String(word))
    }
}
