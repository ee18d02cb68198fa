import PathSchema

/// The names that the language gives to keys. Only this file asks the compiler for them.
enum SwiftNames {
    /// The member that a key becomes by itself; `nil` if it needs a `$member`.
    static func member(for key: String) -> String? {
        Namer.member(for: key).flatMap { Identifier.canBeMember($0) ? $0 : nil }
    }

    static func singular(_ name: String) -> String { Namer.singular(name) }

    /// The type that is named after a key.
    static func type(for key: String) -> String? { Namer.type(for: key) }

    /// The type of a collection's elements.
    static func elementType(for key: String) -> String? { Namer.elementType(for: key) }

    /// The type of the elements that a placeholder leads to, where no key names them.
    static func type(forPlaceholder placeholder: String) -> String? {
        Namer.type(forPlaceholder: placeholder)
    }

    /// Whether a type of this name would take another away from the app.
    static func isTaken(_ type: String) -> Bool {
        givesWay(type) || modules.contains(type)
    }

    /// Whether the compiler gives a generated type another name than this, with `Node` after it.
    static func givesWay(_ type: String) -> Bool {
        StandardTypes.takes(type)
    }

    /// A name with the first number after it, from 2, that makes it free.
    static func numbered(_ name: String, where isFree: (String) -> Bool) -> String {
        var number = 2
        while !isFree("\(name)\(number)") { number += 1 }
        return "\(name)\(number)"
    }

    /// A member's name as its declaration spells it.
    static func declared(_ name: String) -> String { Identifier.declared(name) }

    /// A type's name as its declaration spells it.
    static func declaredType(_ name: String) -> String { Identifier.declaredType(name) }

    /// A text as a literal of Swift.
    static func literal(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "\"") { literal, scalar in
            literal +=
                scalar.isUnescapedASCII
                ? String(scalar) : "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
        } + "\""
    }

    /// What the database layer offers to code with models.
    private static let modules: Set = [
        "KeyIdentifiable", "KeySet", "ScalarValue", "ServerTime", "TreeDatabase", "TreeValue",
        "TypedDatabase", "UnknownValue",
    ]

    /// The words of a lower camel case name: `user`, `Posts` of `userPosts`.
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
