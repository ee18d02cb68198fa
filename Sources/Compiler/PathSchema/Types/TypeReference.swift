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

// MARK: - Parsing

/// Parses and validates a type reference: `Name`, `Module.Name`, `Name<Arg, …>`, `[T]`, `[K: V]`,
/// `T?`, nested freely. The result is built from the parsed parts, so that no other text can reach
/// the generated code.
struct TypeReferenceParser {
    private let text: String
    private var rest: Substring.UnicodeScalarView
    private var lookedUpNames: [String] = []
    private var depth = 0

    /// The nesting depth beyond which types are rejected.
    private static let maximumDepth = 32

    /// - Throws: the reason why the text isn't a type.
    static func parse(_ text: String) throws(TypeReferenceError) -> TypeReference {
        if let invisible = InvisibleCharacter.first(in: text) {
            throw TypeReferenceError(
                reason: "it contains the invisible character "
                    + InvisibleCharacter.name(of: invisible.scalar),
                bytes: invisible.bytes, advice: "delete that character, or type the name anew")
        }
        var parser = TypeReferenceParser(text)
        let type = try parser.parseType()
        guard parser.rest.isEmpty else { throw TypeReferenceError(reason: nil, bytes: nil) }
        return TypeReference(text: type, lookedUpNames: parser.lookedUpNames)
    }

    private init(_ text: String) {
        self.text = text
        self.rest = text.unicodeScalars[...]
    }

    private mutating func parseType() throws(TypeReferenceError) -> String {
        try descend()
        let outerDepth = depth
        defer { depth = outerDepth - 1 }
        skipSpaces()
        var type = skip("[") ? try parseBracketed() : try parseName()
        skipSpaces()
        while skip("?") {
            try descend()
            type += "?"
            skipSpaces()
        }
        return type
    }

    private mutating func descend() throws(TypeReferenceError) {
        depth += 1
        guard depth <= Self.maximumDepth else {
            throw TypeReferenceError(
                reason: "types are nested more than \(Self.maximumDepth) levels deep", bytes: nil)
        }
    }

    /// Parses `[T]` or `[K: V]`, after the opening bracket.
    private mutating func parseBracketed() throws(TypeReferenceError) -> String {
        var contents = try parseType()
        if skip(":") {
            contents += ": " + (try parseType())
        }
        try expect("]")
        return "[\(contents)]"
    }

    /// Parses `Name`, `Module.Name`, `Name<Arg, …>`.
    private mutating func parseName() throws(TypeReferenceError) -> String {
        let start = rest
        let first = try parseIdentifier()
        if Self.isCaptured(first) {
            throw TypeReferenceError(
                reason: "in generated code '\(first)' is a type of the runtime library",
                bytes: bytes(from: start, to: rest), advice: adviceOnCaptured(first))
        }
        lookedUpNames.append(first)
        var name = first
        while true {
            if skip("<") {
                let arguments = try parseArguments()
                name =
                    Self.shorthand(name, arguments)
                    ?? "\(name)<\(arguments.joined(separator: ", "))>"
            }
            guard skip(".") else { break }
            name += "." + (try parseIdentifier())
        }
        let isForeign =
            name == first
            ? ForeignType.isName(first)
            : name.hasPrefix("\(first)<") && (first == "set" || ForeignType.isName(first))
        if isForeign {
            throw TypeReferenceError(reason: nil, bytes: bytes(from: start, to: rest))
        }
        if StandardTypes.isProtocol(name.hasPrefix("Swift.") ? String(name.dropFirst(6)) : name) {
            throw TypeReferenceError(
                reason: "'\(name)' is a protocol", bytes: bytes(from: start, to: rest),
                advice:
                    "name the type of the values: a database holds values of one type at a place")
        }
        return name
    }

    /// Parses generic arguments, after the opening bracket.
    private mutating func parseArguments() throws(TypeReferenceError) -> [String] {
        var arguments = [try parseType()]
        while skip(",") {
            arguments.append(try parseType())
        }
        try expect(">")
        return arguments
    }

    private mutating func parseIdentifier() throws(TypeReferenceError) -> String {
        let start = rest
        let end = rest.firstIndex { !Identifier.isCharacter($0) } ?? rest.endIndex
        let name = String(rest[..<end])
        guard Identifier.isIdentifier(name) else {
            throw unexpected(expected: "the name of a type")
        }
        rest = rest[end...]
        guard Identifier.declaredType(name) == name || name == "Any" else {
            throw TypeReferenceError(
                reason: "'\(name)' is a Swift keyword", bytes: bytes(from: start, to: rest))
        }
        return name
    }
}

extension TypeReferenceParser {
    /// Whether a name has another meaning inside an extension of `Path`.
    private static func isCaptured(_ name: String) -> Bool {
        ["Collection", "Element", "Path"].contains(name)
    }

    /// Returns the replacement for one of the runtime's types: a collection, if the name suggests
    /// one.
    private func adviceOnCaptured(_ name: String) -> String {
        guard name == "Collection" || name == "Path", rest.first == "<" else {
            return "qualify yours with its module, as in \"MyApp.\(name)\""
        }
        var parser = self
        let arguments = parser.skip("<") ? try? parser.parseArguments() : nil
        let element = arguments?.first ?? "User"
        return name == "Path" && !text.hasSuffix(".Collection")
            ? "the type of the value alone is written: \"\(element)\""
            : "a collection is written { \"<id>\": \"\(element)\" }"
    }

    /// Returns the shorthand of the standard types that have one.
    private static func shorthand(_ name: String, _ arguments: [String]) -> String? {
        switch (name, arguments.count) {
        case ("Array", 1): "[\(arguments[0])]"
        case ("Dictionary", 2): "[\(arguments[0]): \(arguments[1])]"
        case ("Optional", 1): "\(arguments[0])?"
        default: nil
        }
    }

    private mutating func skipSpaces() {
        rest = rest.drop { $0 == " " }
    }

    private mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
        guard rest.first == scalar else { return false }
        rest = rest.dropFirst()
        return true
    }

    private mutating func expect(_ scalar: Unicode.Scalar) throws(TypeReferenceError) {
        guard skip(scalar) else { throw unexpected(expected: "'\(scalar)'") }
    }

    /// Returns the error at the next character.
    private func unexpected(expected: String) -> TypeReferenceError {
        let understood = text.unicodeScalars[..<rest.startIndex]
        guard understood.contains(where: { $0 != " " }) else {
            return TypeReferenceError(reason: nil, bytes: nil)
        }
        let found = rest.first.map { Visible.quoted(String($0)) } ?? "the end"
        return TypeReferenceError(
            reason: "expected \(expected), found \(found)",
            bytes: bytes(from: rest, to: rest.dropFirst()))
    }

    /// Returns the bytes between two states of the remaining text.
    private func bytes(
        from start: Substring.UnicodeScalarView, to end: Substring.UnicodeScalarView
    ) -> Range<Int> {
        let utf8 = text.utf8
        return utf8.distance(
            from: utf8.startIndex, to: start.startIndex)..<utf8.distance(
                from: utf8.startIndex, to: end.startIndex)
    }
}
