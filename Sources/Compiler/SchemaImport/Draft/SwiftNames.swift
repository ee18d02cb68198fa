import PathSchema

/// The names in models and drafts, beside those of the compiler's `Namer`.
enum SwiftNames {
    /// Returns the member that a key becomes; `nil` if the key needs a `$member`.
    static func member(for key: String) -> String? {
        Namer.member(for: key).flatMap { Identifier.canBeMember($0) ? $0 : nil }
    }

    /// Whether a type of this name would hide another from the app.
    static func isTaken(_ type: String) -> Bool {
        StandardTypes.takes(type) || modules.contains(type)
    }

    /// Returns a text as a Swift string literal.
    static func literal(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "\"") { literal, scalar in
            literal +=
                scalar.isUnescapedASCII
                ? String(scalar) : "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
        } + "\""
    }

    /// The names that the database layer adds to code with models.
    private static let modules: Set = [
        "KeyIdentifiable", "KeySet", "ScalarValue", "ServerTime", "TreeDatabase", "TreeValue",
        "TypedDatabase", "UnknownValue",
    ]

    /// Returns the words of a lower camel case name: `user`, `Posts` of `userPosts`.
    static func words(of name: String) -> [String] {
        var words: [String] = []
        var previousIsCapital = true
        for character in name {
            if words.isEmpty || character.isUppercase && !previousIsCapital {
                words.append(String(character))
            } else {
                words[words.count - 1].append(character)
            }
            previousIsCapital = character.isUppercase
        }
        return words
    }
}
