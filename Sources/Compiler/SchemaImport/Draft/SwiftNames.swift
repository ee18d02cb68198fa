import PathSchema

/// The names that the compiler derives from keys. Only this file calls the compiler's naming rules.
enum SwiftNames {
    /// Returns the member that a key becomes; `nil` if the key needs a `$member`.
    static func member(for key: String) -> String? {
        Namer.member(for: key).flatMap { Identifier.canBeMember($0) ? $0 : nil }
    }

    static func singular(_ name: String) -> String { Namer.singular(name) }

    /// Returns the type's name for a key.
    static func type(for key: String) -> String? { Namer.type(for: key) }

    /// Returns the name of a collection's element type.
    static func elementType(for key: String) -> String? { Namer.elementType(for: key) }

    /// Returns the name of an element type by its placeholder, where no key names the elements.
    static func type(forPlaceholder placeholder: String) -> String? {
        Namer.type(forPlaceholder: placeholder)
    }

    /// Whether a type of this name would hide another from the app.
    static func isTaken(_ type: String) -> Bool {
        givesWay(type) || modules.contains(type)
    }

    /// Whether the compiler appends `Node` to the name of such a generated type.
    static func givesWay(_ type: String) -> Bool {
        StandardTypes.takes(type)
    }

    /// A name with the first number after it, from 2, that makes it free.
    static func numbered(_ name: String, where isFree: (String) -> Bool) -> String {
        var number = 2
        while !isFree("\(name)\(number)") { number += 1 }
        return "\(name)\(number)"
    }

    /// Returns a member's name as its declaration spells it.
    static func declared(_ name: String) -> String { Identifier.declared(name) }

    /// Returns a type's name as its declaration spells it.
    static func declaredType(_ name: String) -> String { Identifier.declaredType(name) }

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
