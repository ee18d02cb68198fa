/// A Swift type that a schema refers to: validated, and in one canonical spelling.
struct TypeReference: Sendable {
    /// The type as `swift format` would spell it: `[String: Bool]`, `Chat.Message?`.
    let text: String

    /// The names that Swift looks up at the place of the generated code, which a generated type of
    /// the same name would hide: `Chat` and `Int` in `Chat.Page<Int>`.
    let lookedUpNames: [String]

    /// Whether the reference is a single name, as a phantom type's is.
    var isSingleName: Bool {
        lookedUpNames.count == 1 && lookedUpNames[0] == text
    }
}

extension TypeReference: Equatable {
    static func == (lhs: TypeReference, rhs: TypeReference) -> Bool {
        ExactText(lhs.text) == ExactText(rhs.text)
    }
}

extension TypeReference {
    /// A common spelling for all names of one type: `Int` for `Swift.Int`, `Double` for `Float64`.
    var canonicalText: String {
        var canonical = ""
        var name = ""
        for scalar in text.unicodeScalars {
            if Identifier.isCharacter(scalar) {
                name.unicodeScalars.append(scalar)
            } else if scalar == ".", name == "Swift", canonical.last != "." {
                name = ""
            } else {
                canonical += (Self.aliases[name] ?? name) + String(scalar)
                name = ""
            }
        }
        return canonical + (Self.aliases[name] ?? name)
    }

    private static let aliases = ["Float64": "Double", "Float32": "Float"]
}

extension TypeReference {
    /// The key type of placeholders that don't name one.
    static let string = TypeReference(text: "String", lookedUpNames: ["String"])
}

/// The reason why a text isn't a type reference.
struct TypeReferenceError: Error {
    /// The reason, if there is one beyond an invalid type.
    let reason: String?
    /// The offending bytes, as offsets into the text; `nil` for the whole text.
    let bytes: Range<Int>?
    /// A suggestion; `nil` if any other type will do.
    var advice: String?
}
