import Testing

@testable import PathSchema

@Suite struct MemberNameTests {
    @Test(arguments: [
        // Already a Swift name.
        ("name", "name"), ("createdAt", "createdAt"), ("userID", "userID"), ("iPhone", "iPhone"),
        ("mp3s", "mp3s"), ("userid", "userid"), ("self", "self"), ("class", "class"),
        // Separators.
        ("user_posts", "userPosts"), ("user-posts", "userPosts"), ("first name", "firstName"),
        ("user__posts", "userPosts"), ("a - b", "aB"), ("-draft-", "draft"),
        ("user@host", "userHost"),
        ("d'été", "dÉté"), ("last_message_at", "lastMessageAt"),
        ("user_createdAt", "userCreatedAt"),
        // Capitals.
        ("Users", "users"), ("UserPosts", "userPosts"), ("X", "x"), ("ID", "id"), ("IDs", "ids"),
        ("URLs", "urls"), ("URLsSeen", "urlsSeen"), ("URLString", "urlString"),
        ("HTTP2Server", "http2Server"), ("IOSDevices", "iosDevices"), ("API_key", "apiKey"),
        ("user_ID", "userID"), ("ALL_CAPS_KEY", "allCapsKey"), ("FAQ", "faq"),
        ("USER_2_ID", "user2Id"),
        // Underscores around the words.
        ("_private", "_private"), ("__private_key__", "__privateKey__"), ("__x__", "__x__"),
        ("_Users", "_users"), ("name_", "name_"),
        // Digits.
        ("2019", "_2019"), ("11_projects", "_11Projects"), ("_2019", "_2019"),
        ("2nd place", "_2ndPlace"),
        ("2019_01", "_2019_01"), ("2019-01", "_2019_01"), ("201901", "_201901"), ("v1_2", "v1_2"),
        ("level_1", "level1"), ("1_a_2", "_1A2"), ("-5", "_5"),
        // Beyond ASCII.
        ("ünïcödé", "ünïcödé"), ("Élan", "élan"), ("ÉTÉ", "été"), ("prix_été", "prixÉté"),
        ("Пользователи", "пользователи"), ("имя_пользователя", "имяПользователя"),
        ("مرحبا", "مرحبا"), ("日本 語", "日本語"), ("😀", "😀"), ("chat 😀", "chat😀"), ("👨‍👩‍👧", "👨‍👩‍👧"),
        ("I ❤️ Swift", "iSwift"),
        // Characters that can't begin a name, or would mislead in one.
        ("\u{301}a", "a"), ("a-\u{301}b", "aB"), ("user\u{202E}name", "userName"),
        ("\u{FEFF}name", "name"), ("user$name", "userName"),
    ])
    func memberIsLowerCamelCase(key: String, member: String) {
        expectScalars(Namer.member(for: key), member)
    }

    @Test(arguments: [
        "", "_", "__", "-", " ", "- _ -", "❤", "❤️", "→", "?!", "\u{301}", "\u{200D}", "\u{FE0F}",
        "\0",
    ])
    func keyWithoutAWordHasNoName(key: String) {
        #expect(Namer.member(for: key) == nil)
        #expect(Namer.type(for: key) == nil)
    }

    @Test(arguments: [
        "e\u{301}te\u{301}", "\u{E9}t\u{E9}", "n\u{303}_x", "\u{AC00}", "\u{1100}\u{1161}",
    ])
    func scalarsAreKeptAndNotNormalised(key: String) {
        expectScalars(Namer.member(for: key), key.replacing("_x", with: "X"))
    }

    @Test func everyCharacterYieldsAnIdentifierOrNothing() {
        for value in UInt32(0)...0xFFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            for key in ["\(scalar)1", "A\(scalar)"] {
                for name in [Namer.member(for: key), Namer.type(for: key)] {
                    guard let name, !Identifier.isIdentifier(name) else { continue }
                    Issue.record("U+\(String(value, radix: 16)) in \(key) gives \(name)")
                }
            }
        }
    }
}

/// Compares as Swift identifiers are compared: scalar by scalar.
func expectScalars(
    _ actual: String?,
    _ expected: String,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    #expect(
        actual.map { Array($0.unicodeScalars) } == Array(expected.unicodeScalars),
        "\(actual ?? "nil") is not \(expected)",
        sourceLocation: sourceLocation
    )
}
