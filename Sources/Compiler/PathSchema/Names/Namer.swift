/// Every rule that turns a database's text into a Swift name.
///
/// The functions are pure, accept any Unicode, and preserve its scalars: names are not normalized.
/// Callers add back-ticks and resolve clashes.
package enum Namer {
    /// Returns the member's name for a key, without back-ticks.
    ///
    /// - `user_posts`, `user-posts`, `user posts` → `userPosts`
    /// - `createdAt`, `iPhone`, `__x__` stay
    /// - `Users` → `users`, `URLString` → `urlString`, `API_KEY` → `apiKey`
    /// - `2019_01` → `_2019_01`, `11_projects` → `_11Projects`
    ///
    /// - Returns: `nil` if an identifier can contain none of the key's characters, or only
    ///   underscores.
    package static func member(for key: String) -> String? {
        isLowerCamelCase(key) ? key : Words(of: key)?.joined(.lowerCamelCase)
    }

    /// Whether a name consists of ASCII letters and digits and begins with a lowercase letter.
    /// Nearly every key does, and is then its member's name unchanged.
    package static func isLowerCamelCase(_ name: String) -> Bool {
        var isFirst = true
        for scalar in name.unicodeScalars {
            if !scalar.isASCIILetterOrDigit { return false }
            if isFirst, !scalar.isASCIILowercase { return false }
            isFirst = false
        }
        return !isFirst
    }

    /// Returns the type's name for a key: plural if the key is.
    ///
    /// - `user_posts`, `userPosts` → `UserPosts`
    /// - `_private` → `_Private`, `2019` → `_2019`
    /// - `URLString` stays, `ALL_CAPS_KEY` → `AllCapsKey`
    ///
    /// - Returns: `nil` if ``member(for:)`` returns `nil`.
    package static func type(for key: String) -> String? {
        isLowerCamelCase(key)
            ? Words.capitalized(key) : Words(of: key)?.joined(.upperCamelCase)
    }

    /// Returns the name for the element type of a collection with this key: `UserPost` for
    /// `userPosts`.
    ///
    /// - Returns: `nil` if ``member(for:)`` returns `nil`.
    package static func elementType(for key: String) -> String? {
        isLowerCamelCase(key) ? Words.capitalized(singular(key)) : type(for: key).map(singular)
    }

    /// Returns a member's name with its first letter capitalized: `Message` for `message`.
    package static func capitalized(_ member: String) -> String {
        type(for: member) ?? member
    }

    /// Returns a name with its last word in the singular.
    ///
    /// - `userPosts` → `userPost`, `UserCategories` → `UserCategory`, `people` → `person`
    /// - `userIDs` → `userID`, `collection12s` → `collection12`
    /// - `news`, `status`, `sendSMS` and words that are not English plurals stay
    package static func singular(_ name: String) -> String {
        Singular.form(of: name)
    }

    /// Returns the parameter's name for the text between a placeholder's angle brackets.
    ///
    /// - `chatroomId` stays, `user_id` → `userId`
    /// - `_`, `self` and text without a letter or digit → `key`; a parameter named `self` would
    ///   hide the path that the accessor extends
    static func parameter(forPlaceholder placeholder: String) -> String {
        switch member(for: placeholder) {
        case "self", nil: "key"
        case let name?: name
        }
    }

    /// Returns the name for a collection's element type by its placeholder, where no key names the
    /// elements.
    ///
    /// - `userId`, `userID`, `user_id`, `userKey`, `userUid` → `User`
    /// - `$userName` → `UserName`
    ///
    /// - Returns: `nil` if the placeholder only says "identifier": `id`, `uid`, `_`.
    package static func type(forPlaceholder placeholder: String) -> String? {
        guard var name = type(for: placeholder) else { return nil }
        while let word = identifyingWords.first(where: { name.endsInWord($0) }) {
            name.removeLast(word.utf8.count)
        }
        return name.utf8.allSatisfy { $0 == UInt8(ascii: "_") } ? nil : name
    }

    /// Suffixes that mean "identifier".
    private static let identifyingWords = ["Id", "ID", "Key", "Uid", "UID", "Uuid", "UUID"]
}

extension String {
    /// Whether the last word of this UpperCamelCase name is `word`: true of `ID` in `UserID`, but
    /// not in `UserGRID`.
    fileprivate func endsInWord(_ word: String) -> Bool {
        guard utf8.count >= word.utf8.count, utf8.suffix(word.utf8.count).elementsEqual(word.utf8)
        else { return false }
        return utf8.dropLast(word.utf8.count).last?.isASCIIUppercase != true
    }
}

// MARK: - Words

/// The words of a database key, and the underscores around them.
///
/// `__first_name` is `__`, then `first` and `name`. A word consists of the characters that an
/// identifier can contain, except the underscore; any other character separates words. `userPosts`
/// is one word here, whose capital is preserved.
struct Words {
    enum Style {
        case lowerCamelCase, upperCamelCase
    }

    private let leadingUnderscores: Int
    private let words: [Substring]
    private let trailingUnderscores: Int
    /// Whether the key is all capitals, as in `ALL_CAPS_KEY`, so that capitals don't separate
    /// words.
    private let isAllCapitals: Bool

    /// - Returns: `nil` if the key contains no word.
    init?(of key: String) {
        words = Self.split(key)
        guard !words.isEmpty else { return nil }
        leadingUnderscores = key.utf8.prefix { $0 == UInt8(ascii: "_") }.count
        trailingUnderscores = key.utf8.reversed().prefix { $0 == UInt8(ascii: "_") }.count
        isAllCapitals =
            key.unicodeScalars.contains { $0.isUppercase }
            && !key.unicodeScalars.contains { $0.isLowercase }
    }

    /// Returns a word with its first letter capitalized.
    static func capitalized(_ word: String) -> String {
        var name = ""
        name.appendCapitalized(word[...])
        return name
    }

    /// Returns the words joined to one identifier.
    func joined(_ style: Style) -> String {
        var name = String(repeating: "_", count: leadingUnderscores)
        for (index, word) in words.enumerated() {
            if needsUnderscore(before: word, after: name.unicodeScalars.last) { name += "_" }
            let word = isAllCapitals ? word.lowercasedByScalar : word
            if index == 0, style == .lowerCamelCase {
                name.appendLoweringCapitals(of: word)
            } else {
                name.appendCapitalized(word)
            }
        }
        return name + String(repeating: "_", count: trailingUnderscores)
    }

    /// Whether an underscore must precede a word: an identifier can't begin with a digit, and
    /// `2019_01` must not become `201901`.
    private func needsUnderscore(before word: Substring, after last: Unicode.Scalar?) -> Bool {
        word.unicodeScalars.first?.isASCIIDigit == true && last?.isASCIIDigit ?? true
    }

    private static func split(_ key: String) -> [Substring] {
        let scalars = key.unicodeScalars
        var words: [Substring] = []
        var start: String.Index?
        for index in scalars.indices {
            let scalar = scalars[index]
            if let wordStart = start, !scalar.continuesWord {
                words.append(key[wordStart..<index])
                start = nil
            } else if start == nil, scalar.beginsWord {
                start = index
            }
        }
        if let start { words.append(key[start...]) }
        return words
    }
}

extension Unicode.Scalar {
    fileprivate var continuesWord: Bool {
        self != "_" && Identifier.isCharacter(self) && !isInvisibleControl
    }

    /// Whether the scalar can begin a word: neither a combining mark nor an invisible scalar (a
    /// joiner, a variation selector).
    fileprivate var beginsWord: Bool {
        continuesWord && (isASCIIDigit || Identifier.isHead(self))
            && (isASCII || !properties.isDefaultIgnorableCodePoint)
    }

    /// Whether the scalar reorders the surrounding text, or is invisible and joins nothing. Swift
    /// allows such scalars in identifiers, where they could only mislead.
    private var isInvisibleControl: Bool {
        switch value {
        case 0xAD, 0x200B, 0x202A...0x202E, 0x2060...0x206F, 0xFEFF: true
        default: false
        }
    }

    fileprivate var isUppercase: Bool {
        isASCII ? isASCIIUppercase : properties.isUppercase
    }

    fileprivate var isLowercase: Bool {
        isASCII ? isASCIILowercase : properties.isLowercase
    }
}

extension Substring {
    /// The lowercase form, scalar by scalar. `lowercased()` would go by characters, and consider
    /// the whole text.
    fileprivate var lowercasedByScalar: Substring {
        var text: Substring = ""
        for scalar in unicodeScalars { text += scalar.lowercased }
        return text
    }
}

extension String {
    /// Appends a word with its leading capitals lowercased: `Users` → `users`, `URLString` →
    /// `urlString`, `URL` → `url`, `IDs` → `ids`.
    fileprivate mutating func appendLoweringCapitals(of word: Substring) {
        let capitals = word.unicodeScalars.prefix { $0.isUppercase }
        let rest = word.unicodeScalars[capitals.endIndex...]
        let isPlural = rest.first == "s" && rest.dropFirst().first?.isLowercase != true
        let beginsNextWord = rest.first?.isLowercase == true && capitals.count > 1 && !isPlural
        for scalar in beginsNextWord ? capitals.dropLast() : capitals { self += scalar.lowercased }
        if beginsNextWord { self += Substring(capitals.suffix(1)) }
        self += Substring(rest)
    }

    fileprivate mutating func appendCapitalized(_ word: Substring) {
        guard let initial = word.unicodeScalars.first else { return }
        self += initial.capitalized
        self += Substring(word.unicodeScalars.dropFirst())
    }
}

extension Unicode.Scalar {
    fileprivate var lowercased: String {
        guard isASCII else { return properties.lowercaseMapping }
        return String(isUppercase ? Unicode.Scalar(UInt8(value) | 0x20) : self)
    }

    fileprivate var capitalized: String {
        guard isASCII else { return properties.titlecaseMapping }
        return String(isLowercase ? Unicode.Scalar(UInt8(value) & ~0x20) : self)
    }
}

// MARK: - Identifiers

/// Swift's grammar of identifiers.
package enum Identifier {
    /// Whether text is an identifier: `name`, `_2019`, `été`, `😀`, and keywords too.
    ///
    /// Not `2019`, `first name`, `$0`, nor the lone `_`, which is a pattern.
    package static func isIdentifier(_ text: String) -> Bool {
        if Namer.isLowerCamelCase(text) { return true }
        var isFirst = true
        for scalar in text.unicodeScalars {
            guard isFirst ? isHead(scalar) : isCharacter(scalar) else { return false }
            isFirst = false
        }
        return !isFirst && text != "_"
    }

    /// Whether text is an identifier that never needs back-ticks.
    static func isWithoutBackTicks(_ text: String) -> Bool {
        isIdentifier(text) && declaredType(text) == text
    }

    /// Whether a member can have this name, in back-ticks if necessary.
    ///
    /// Inside extensions of `Path`, some member names would hide declarations that the generated
    /// code uses.
    package static func canBeMember(_ name: String) -> Bool {
        isIdentifier(name) && !namesOfTypes.contains(name)
    }

    private static let namesOfTypes: Set = ["Path", "Element", "Collection", "KeyedCollection"]

    /// Returns a member's or parameter's name as its declaration spells it: `` `default` ``,
    /// `name`.
    ///
    /// After a dot no back-ticks are needed (`path.default`), except in ``path.`self` ``, since
    /// `path.self` is `path`, and ``path.`init` ``, since `path.init` is the initializer.
    package static func declared(_ name: String) -> String {
        keywords.contains(name) ? "`\(name)`" : name
    }

    /// Returns a type's name as its declaration and every reference spell it: `` `Type` ``, `Name`.
    package static func declaredType(_ name: String) -> String {
        keywords.contains(name) || typeModifiers.contains(name) ? "`\(name)`" : name
    }

    /// Words that need back-ticks as a declared name. `await` can be declared without, but not used
    /// as an argument; `Type` and `Protocol` can't be members without.
    package static let keywords = Set(
        words: """
            Any Protocol Self Type as associatedtype await break case catch class continue default
            defer deinit do else enum extension fallthrough false fileprivate for func guard if
            import in init inout internal is let nil operator precedencegroup private protocol
            public repeat rethrows return self static struct subscript super switch throw throws
            true try typealias var where while
            """
    )

    /// Words that modify the type after them, so that a type with such a name needs back-ticks.
    package static let typeModifiers = Set(words: "any each nonisolated sending some")
}

extension Identifier {
    /// Whether an identifier can begin with a scalar.
    static func isHead(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII
            ? isCharacter(scalar) && !scalar.isASCIIDigit
            : isCharacter(scalar) && !cannotBegin(scalar)
    }

    /// Whether an identifier can contain a scalar after its first.
    ///
    /// The ranges are "identifier-head" and "identifier-character" of _The Swift Programming
    /// Language_, with adjacent ranges joined, but without U+FFF9 to U+FFFD, which the compiler
    /// rejects.
    package static func isCharacter(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return scalar.isASCIILetterOrDigit || scalar == "_" }
        return switch scalar.value {
        case 0xA8, 0xAA, 0xAD, 0xAF, 0xB2...0xB5, 0xB7...0xBA, 0xBC...0xBE, 0xC0...0xD6,
            0xD8...0xF6, 0xF8...0x167F, 0x1681...0x180D, 0x180F...0x1FFF, 0x200B...0x200D,
            0x202A...0x202E, 0x203F...0x2040, 0x2054, 0x2060...0x218F, 0x2460...0x24FF,
            0x2776...0x2793, 0x2C00...0x2DFF, 0x2E80...0x2FFF, 0x3004...0x3007, 0x3021...0x302F,
            0x3031...0xD7FF, 0xF900...0xFD3D, 0xFD40...0xFDCF, 0xFDF0...0xFE44, 0xFE47...0xFFF8:
            true
        case 0x10000...0xEFFFD:
            scalar.value & 0xFFFF <= 0xFFFD
        default:
            false
        }
    }

    /// Whether an identifier can contain a scalar, but not begin with it: combining marks, which
    /// would combine with a preceding space or dot, and scalars that the compiler parses as
    /// operators after a dot.
    private static func cannotBegin(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x300...0x36F, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE20...0xFE2F: true
        case 0x3021...0x302F, 0xFE00...0xFE0F, 0xE0100...0xE01EF: true
        default:
            switch scalar.properties.generalCategory {
            case .nonspacingMark, .spacingMark, .enclosingMark: true
            default: false
            }
        }
    }
}
