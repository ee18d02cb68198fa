/// Every rule that turns a database's text into a Swift name.
///
/// "Why is it called that?" has its answer here. The functions are pure, take any Unicode at all,
/// and keep its scalars as they are: names are not normalised. Back-ticks, and names that are taken,
/// are for the caller to see to.
package enum Namer {
    /// The member for a key, without back-ticks.
    ///
    /// - `user_posts`, `user-posts`, `user posts` → `userPosts`
    /// - `createdAt`, `iPhone`, `__x__` stay
    /// - `Users` → `users`, `URLString` → `urlString`, `API_KEY` → `apiKey`
    /// - `2019_01` → `_2019_01`, `11_projects` → `_11Projects`
    ///
    /// - Returns: `nil` if no character of the key can be part of an identifier, or only
    ///   underscores can.
    package static func member(for key: String) -> String? {
        isLowerCamelCase(key) ? key : Words(of: key)?.joined(.lowerCamelCase)
    }

    /// Whether a name is made of ASCII letters and digits only, and begins with a small letter. Nearly
    /// every key does, and is its member's name as it is.
    package static func isLowerCamelCase(_ name: String) -> Bool {
        var isFirst = true
        for scalar in name.unicodeScalars {
            if !scalar.isASCIILetterOrDigit { return false }
            if isFirst, !scalar.isASCIILowercase { return false }
            isFirst = false
        }
        return !isFirst
    }

    /// The type for a key: plural if the key is.
    ///
    /// - `user_posts`, `userPosts` → `UserPosts`
    /// - `_private` → `_Private`, `2019` → `_2019`
    /// - `URLString` stays, `ALL_CAPS_KEY` → `AllCapsKey`
    ///
    /// - Returns: `nil` if ``member(for:)`` is.
    package static func type(for key: String) -> String? {
        isLowerCamelCase(key)
            ? Words.capitalized(key) : Words(of: key)?.joined(.upperCamelCase)
    }

    /// The type of the elements of a collection with this key: `UserPost` for `userPosts`.
    ///
    /// - Returns: `nil` if ``member(for:)`` is.
    package static func elementType(for key: String) -> String? {
        isLowerCamelCase(key) ? Words.capitalized(singular(key)) : type(for: key).map(singular)
    }

    /// A member's name with a capital: `Message` for `message`.
    package static func capitalized(_ member: String) -> String {
        type(for: member) ?? member
    }

    /// A name with its last word in the singular.
    ///
    /// - `userPosts` → `userPost`, `UserCategories` → `UserCategory`, `people` → `person`
    /// - `userIDs` → `userID`, `collection12s` → `collection12`
    /// - `news`, `status`, `sendSMS` and words that are no English plural stay
    package static func singular(_ name: String) -> String {
        Singular.form(of: name)
    }

    /// The parameter for the text between a placeholder's angle brackets.
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

    /// The type of a collection's elements by their placeholder, where no key names them.
    ///
    /// - `userId`, `userID`, `user_id`, `userKey`, `userUid` → `User`
    /// - `$userName` → `UserName`
    ///
    /// - Returns: `nil` if nothing but the word for an identifier is there: `id`, `uid`, `_`.
    package static func type(forPlaceholder placeholder: String) -> String? {
        guard var name = type(for: placeholder) else { return nil }
        while let word = identifyingWords.first(where: { name.endsInWord($0) }) {
            name.removeLast(word.utf8.count)
        }
        return name.utf8.allSatisfy { $0 == UInt8(ascii: "_") } ? nil : name
    }

    /// The words that mean "key", and not whose.
    private static let identifyingWords = ["Id", "ID", "Key", "Uid", "UID", "Uuid", "UUID"]
}

extension String {
    /// Whether the last word of this UpperCamelCase name is `word`: it is in `UserID`, and not in
    /// `UserGRID`.
    fileprivate func endsInWord(_ word: String) -> Bool {
        guard utf8.count >= word.utf8.count, utf8.suffix(word.utf8.count).elementsEqual(word.utf8)
        else { return false }
        return utf8.dropLast(word.utf8.count).last?.isASCIIUppercase != true
    }
}
