import Testing

@testable import PathSchema

/// Texts are told apart by their bytes, also where `String` sees no difference.
@Suite struct ExactTextTests {
    @Test func textsThatLookAlikeAreTwo() {
        let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")
        #expect(composed == decomposed)
        #expect(ExactText(composed) != ExactText(decomposed))
        #expect(Set([composed, decomposed, composed].map(ExactText.init)).count == 2)
    }

    @Test(arguments: [
        ("", "", true), ("name", "name", true), ("caf\u{E9}", "caf\u{E9}", true),
        ("name", "names", false), ("\u{E9}", "e", false),
        // The sign of the unit kelvin is a K.
        ("K", "\u{212A}", false), ("\u{212A}", "K", false),
        // The same marks, in another order.
        ("a\u{301}\u{323}", "a\u{323}\u{301}", false),
    ])
    func identityIsThatOfBytes(text: String, other: String, isIdentical: Bool) {
        #expect(text.hasSameBytes(as: other) == isIdentical)
        #expect(Array(text.utf8) == Array(other.utf8) || !isIdentical)
        #expect((text as String?).hasSameBytes(as: nil) == false)
    }

    @Test(arguments: [
        ("", true), ("name \u{7F}", true), ("é", false), ("name\u{301}", false), ("😀", false),
        ("\u{80}", false), (String(repeating: "x", count: 100) + "é", false),
    ])
    func asciiIsKnown(text: String, isASCII: Bool) {
        #expect(text.isASCII == isASCII)
    }
}
