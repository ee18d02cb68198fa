/// Words for random schemas: keys of real databases, and names that could trip a generator up.
enum Vocabulary {
    static let words = words(
        """
        name title text url author owner email createdAt updated_at user-posts user_settings status
        state limits config meta index iPhone URLString API_KEY userIDs last-seen __internal trailing_
        a x sessionToken ABTest isOnline lat lng version device_tokens push-enabled order total
        price currency avatar locale theme tags likes views score level rank region channel
        """)

    static let plurals = words(
        """
        users posts messages categories addresses statuses people children news series data equipment
        heroes leaves matches boxes quizzes media indices sheep criteria buses analyses photos stories
        tasks actors sets results errors types rooms teams players orders items events devices sensors readings comments replies followers
        """)

    static let keywords = words(
        """
        class default in self Self init deinit Type Protocol Any any some each sending nonisolated
        await async throws rethrows try get set willSet didSet actor macro package open public private
        internal fileprivate operator precedencegroup consume copy borrowing consuming inout repeat is
        as super true false nil where while extension protocol struct enum func var let import return
        switch case break continue fallthrough guard defer do catch throw static subscript typealias
        associatedtype lazy weak unowned mutating indirect final override required convenience
        dynamic prefix postfix infix left right none isolated yield then discard of module using
        """)

    static let standardTypes = words(
        """
        String Int Error Errors Set Task Tasks Result Results Array Optional Path Paths Root Roots
        Element Elements Collection Collections Swift TypedPaths PathKey PathKeys PathRoot Never Void
        Sendable Sequence Character Range Clock Duration Key Keys Regex Mirror
        CollectionPath DatabasePath KeyedCollection PathLocation InvalidPathKey PathProtocol Date URL
        """)

    static let runtimeMembers = words(
        """
        description debugDescription hashValue hash rendered key parent child children count append
        components location pathKey path paths collection root
        """)

    static let unicode = [
        "été", "e\u{301}te\u{301}", "straße", "İstanbul", "日本語", "キー", "עברית", "ключи",
        "ñandúes", "ﬁle", "ǆ", "Ünïcode_këys", "🚀", "🚀launch", "👨‍👩‍👧", "e\u{301}", "\u{301}",
        "a\u{200B}b", "no\u{A0}break", "١٢٣", "Ａ", "x²", "ªb", "bom\u{FEFF}", "\u{E000}",
        "\u{202E}rtl", "Ⅷ",
    ]

    static let digits = [
        "1", "2019", "11_projects", "3d", "2019-01", "2019_01", "0", "1v1", "4K-video",
    ]

    static let punctuation = [
        "a+b", "it's", "\"quoted\"", "back\\slash", "`tick`", "100%", "\\(self)", "a:b", "(x)",
        "{y", "a,b", "@home", "~tmp", "first name", "a*/b", "key=value", "q&a", "#",
        "_", "__", "-", "***", "?!", " ", "a/b", "a.b", "$", "a]",
    ]

    static let long = [
        "aKeyOfWhichSomebodyThoughtThatItShouldExplainEverythingThereIsToKnowAboutIt",
        "the_average_number_of_unread_notifications_of_all_users_in_the_last_thirty_days_by_country",
        "pneumonoultramicroscopicsilicovolcanoconiosis_" * 5 + "cases", "x" * 200, "長い" * 30,
    ]

    static let placeholders = words(
        """
        id userId user_id uid postId key _ with self in path Path index day aVeryLongPlaceholderName
        String children 2nd été Type self_ default inout theIdentifierOfTheUserWhoseNotificationsTheseAre
        """)

    static let types = [
        "String", "Int", "Bool", "Double", "[String]", "[String: Bool]", "Int?", "[[Int]?]",
        "[String: [Int?]]?", "Set<String>", "Date", "URL?", "[UUID: Data]",
    ]

    static let wrongTypes = [
        "Mesage Id", "", "String; import Foundation", "class", "[Int", "string", "Int[]",
    ]

    static let texts = [
        "Says what this is.",
        "Two lines,\nof which this is the second.",
        "Ends a comment: */ or not",
        "/* begins one",
        "\n\nBlank lines around\n\n",
        "Trailing space \n and more\t",
        "\"quotes\" \\(self)",
        "- Parameter key: of documentation",
        "```swift\nlet x = 1\n```",
        "Use `name` instead.",
        "🚀 é\u{301}",
        "// swift-format-ignore",
        "#if os(Linux)",
        "windows\r\nlines\rold mac",
        "\u{2028}separator",
        "A sentence so long that it can't stand on one line " + "and goes on, and on, " * 5,
        "Unbreakable" * 15,
    ]

    private static func words(_ text: String) -> [String] {
        text.split { $0 == " " || $0 == "\n" }.map(String.init)
    }
}

private func * (text: String, count: Int) -> String {
    String(repeating: text, count: count)
}
