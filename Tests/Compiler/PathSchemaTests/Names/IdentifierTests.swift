import Testing

@testable import PathSchema

@Suite struct IdentifierTests {
    @Test(arguments: [
        "a", "name", "_2019", "__", "_a_", "été", "e\u{301}", "مرحبا", "日本語", "😀", "👨‍👩‍👧", "class",
        "Self",
        "x\u{200D}", "\u{10000}",
    ])
    func isIdentifier(text: String) {
        #expect(Identifier.isIdentifier(text))
    }

    @Test(arguments: [
        "", "_", "2019", "first name", "user-posts", "$0", "$name", "a$", "a.b", "`a`", "❤", "→",
        "\u{301}e",
        "a\n", "\u{2028}", "\u{FFFD}", "a\u{FFFE}", "\u{E000}", "\u{1FFFE}", "\u{F0000}", "×",
    ])
    func isNoIdentifier(text: String) {
        #expect(!Identifier.isIdentifier(text))
    }

    @Test(arguments: [
        ("name", "name"), ("default", "`default`"), ("class", "`class`"), ("init", "`init`"),
        ("self", "`self`"), ("Self", "`Self`"), ("Type", "`Type`"), ("Protocol", "`Protocol`"),
        ("Any", "`Any`"), ("await", "`await`"), ("public", "`public`"), ("in", "`in`"),
        ("nil", "`nil`"),
        ("associatedtype", "`associatedtype`"), ("precedencegroup", "`precedencegroup`"),
        ("async", "async"), ("get", "get"), ("open", "open"), ("package", "package"),
        ("actor", "actor"),
        ("some", "some"), ("any", "any"), ("type", "type"), ("macro", "macro"), ("Class", "Class"),
    ])
    func keywordIsDeclaredInBackTicks(name: String, declaration: String) {
        #expect(Identifier.declared(name) == declaration)
    }

    @Test(arguments: [
        ("Name", "Name"), ("Type", "`Type`"), ("Protocol", "`Protocol`"), ("Self", "`Self`"),
        ("Any", "`Any`"), ("class", "`class`"), ("some", "`some`"), ("any", "`any`"),
        ("each", "`each`"),
        ("sending", "`sending`"), ("nonisolated", "`nonisolated`"), ("borrowing", "borrowing"),
    ])
    func keywordBeforeTypesIsDeclaredInBackTicksAsAType(name: String, declaration: String) {
        #expect(Identifier.declaredType(name) == declaration)
    }

    @Test(arguments: [
        ("name", true), ("default", true), ("init", true), ("self", true), ("Root", true),
        ("String", true),
        ("Path", false), ("_", false), ("", false), ("2019", false), ("$a", false),
        ("first name", false),
    ])
    func onlyIdentifiersThatHideNoPathCanBeMembers(name: String, canBe: Bool) {
        #expect(Identifier.canBeMember(name) == canBe)
    }
}

@Suite struct StandardTypesTests {
    @Test(arguments: [
        "Array", "Error", "Int", "Never", "Result", "Set", "Sequence", "String", "Swift", "Actor",
        "Task",
        "Clock", "MainActor", "Regex", "Collection", "Void", "Codable", "Zip2Sequence",
    ])
    func standardTypeWouldBeHidden(name: String) {
        #expect(StandardTypes.hides(name))
    }

    @Test(arguments: [
        "User", "Message", "Date", "Data", "URL", "", "error", "Root", "Path", "_Array",
    ])
    func otherTypeHidesNothing(name: String) {
        #expect(!StandardTypes.hides(name))
    }

    @Test(arguments: [
        "Path", "PathKey", "PathRoot", "Root", "TypedPaths", "String", "Element", "Collection",
    ])
    func generatedCodeNeedsItsOwnNames(name: String) {
        #expect(StandardTypes.areNeededByGeneratedCode(name))
    }

    @Test func generatedCodeNeedsNoOtherNames() {
        #expect(!StandardTypes.areNeededByGeneratedCode("User"))
        #expect(!StandardTypes.areNeededByGeneratedCode("Int"))
    }
}
