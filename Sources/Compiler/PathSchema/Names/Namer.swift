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
