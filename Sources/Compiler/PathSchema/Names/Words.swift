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
