/// A Swift type as a schema names it: checked, and spelled in one way however it was written.
struct TypeReference: Sendable {
    /// The type as `swift format` would spell it: `[String: Bool]`, `Chat.Message?`.
    let text: String

    /// The names that Swift looks up from where the generated code is, so that a generated type of
    /// such a name would hide them: `Chat` and `Int` in `Chat.Page<Int>`.
    let lookedUpNames: [String]

    /// Whether this is one name and nothing else, as a phantom type's is.
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
    /// One spelling for all that mean the same type: `Int` for `Swift.Int`, `Double` for `Float64`.
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
    /// The type of keys whose placeholders name none.
    static let string = TypeReference(text: "String", lookedUpNames: ["String"])
}

/// Why a text is no type reference.
struct TypeReferenceError: Error {
    /// The reason, if there is more to say than that the text is no type.
    let reason: String?
    /// The offending bytes, counted from the text's first; `nil` if it is all of them.
    let bytes: Range<Int>?
    /// A suggestion; `nil` where any other type will do.
    var advice: String?
}
