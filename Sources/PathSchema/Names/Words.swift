/// The words of a database key, and the underscores around them.
///
/// `__first_name` is `__`, then `first` and `name`. A word is what an identifier can hold without
/// an underscore; every other character separates words. In `userPosts`, which is one word here,
/// the capital is kept and so does its work.
struct Words {
    enum Style {
        case lowerCamelCase, upperCamelCase
    }

    private let leadingUnderscores: Int
    private let words: [Substring]
    private let trailingUnderscores: Int
    /// Whether the key is all capitals, as in `ALL_CAPS_KEY`: then these don't separate words.
    private let isAllCapitals: Bool

    /// - Returns: `nil` if there is no word in the key.
    init?(of key: String) {
        words = Self.split(key)
        guard !words.isEmpty else { return nil }
        leadingUnderscores = key.utf8.prefix { $0 == UInt8(ascii: "_") }.count
        trailingUnderscores = key.utf8.reversed().prefix { $0 == UInt8(ascii: "_") }.count
        isAllCapitals =
            key.unicodeScalars.contains { $0.isUppercase }
            && !key.unicodeScalars.contains { $0.isLowercase }
    }

    /// One word with its first letter as a capital.
    static func capitalized(_ word: String) -> String {
        var name = ""
        name.appendCapitalized(word[...])
        return name
    }

    /// The words as one identifier.
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

    /// An identifier can't begin with a digit, and `2019_01` must not become `201901`.
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

    /// Not a combining mark, nor what shows nothing by itself (a joiner, a variation selector).
    fileprivate var beginsWord: Bool {
        continuesWord && (isASCIIDigit || Identifier.isHead(self))
            && (isASCII || !properties.isDefaultIgnorableCodePoint)
    }

    /// Swift lets an identifier hold characters that reorder the text around them, or that can't
    /// be seen and join nothing. In a name they could only mislead.
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
    /// Not by character, which is what `lowercased()` does and which would see the whole text.
    fileprivate var lowercasedByScalar: Substring {
        var text: Substring = ""
        for scalar in unicodeScalars { text += scalar.lowercased }
        return text
    }
}

extension String {
    /// `Users` → `users`, `URLString` → `urlString`, `URL` → `url`, `IDs` → `ids`.
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
