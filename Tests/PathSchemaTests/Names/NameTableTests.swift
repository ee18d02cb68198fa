import Testing

@testable import PathSchema

/// Texts are kept once, byte for byte.
@Suite struct NameTableTests {
    @Test func oneTextHasOneName() {
        var names = NameTable()
        let first = names.name(of: "messages")
        #expect(names.name(of: "messages") == first)
        #expect(names.name(of: "message") != first)
        #expect(names.known("messages") == first)
        #expect(names.known("chatrooms") == nil)
        #expect(names[first] == "messages")
        #expect(names.count == 2)
    }

    @Test func textsThatLookAlikeAreTwo() {
        var names = NameTable()
        #expect(names.name(of: "\u{E9}t\u{E9}") != names.name(of: "e\u{301}te\u{301}"))
    }

    /// More than the table begins with, of all lengths, so that it grows while all stay where they are.
    @Test func manyTextsKeepTheirNames() {
        var names = NameTable()
        let texts = (0..<20_000).map { String(repeating: "x", count: $0 % 37) + String($0) }
        let all = texts.map { names.name(of: $0) }
        #expect(Set(all).count == texts.count)
        #expect(texts.map { names.name(of: $0) } == all)
        #expect(all.map { names[$0] } == texts)
        names.withTexts { lent in
            #expect(zip(all, texts).allSatisfy { lent[$0].elementsEqual($1.utf8) })
        }
    }

    @Test(arguments: [
        ("name", isPlain: true, isCamelCase: true),
        ("createdAt2", isPlain: true, isCamelCase: true),
        ("Name", isPlain: true, isCamelCase: false),
        ("2nd", isPlain: true, isCamelCase: false),
        ("first_name", isPlain: true, isCamelCase: false),
        ("aVeryLongNameThatEndsIn_", isPlain: true, isCamelCase: false),
        ("first-name", isPlain: false, isCamelCase: false),
        ("aVeryLongNameThatEndsIn ", isPlain: false, isCamelCase: false),
        ("<id>", isPlain: false, isCamelCase: false),
        ("\u{E9}t\u{E9}", isPlain: false, isCamelCase: false),
        ("", isPlain: false, isCamelCase: false),
    ])
    func formsAreKnown(text: String, isPlain: Bool, isCamelCase: Bool) {
        var names = NameTable()
        let name = names.name(of: text)
        #expect(names.isPlain(name) == isPlain)
        #expect(names.isCamelCase(name) == isCamelCase)
    }

    @Test func namesAreMadeOfOthers() {
        var names = NameTable()
        let placeholder = names.name(of: "<messageId>")
        let categories = names.name(of: "categories")
        let id = names.name(ofBytes: 1..<10, of: placeholder)
        let category = names.name(of: categories, droppingLast: 3, appending: "y")
        let type = names.name(capitalizing: category)
        #expect([id, category, type].map { names[$0] } == ["messageId", "category", "Category"])
        #expect(names.name(of: "category") == category)
    }
}
