import Testing

@testable import PathCodegen

/// Lines are as long as a person sees them, and every one counts.
@Suite struct LinesTests {
    @Test(arguments: [
        (String(repeating: "x", count: 99) + "\n", true),
        (String(repeating: "x", count: 100) + "\n", true),
        (String(repeating: "x", count: 101) + "\n", false),
        (String(repeating: "é", count: 100) + "\n", true),
        (String(repeating: "x\n", count: 100), true),
        ("x\n" + String(repeating: "x", count: 101) + "\nx\n", false),
    ])
    func linesOfAHundredCharactersFit(text: String, fit: Bool) {
        #expect(Lines.fit(text) == fit)
    }
}
