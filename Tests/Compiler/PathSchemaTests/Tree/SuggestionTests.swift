import Testing

@testable import PathSchema

@Suite struct SuggestionTests {
    private let directives = DirectiveName.allCases.map(\.rawValue)

    @Test(arguments: [
        ("$tpye", "$type"), ("$typ", "$type"), ("$types", "$type"), ("$Type", "$type"),
        ("$naem", "$name"), ("$docs", "$doc"), ("$membre", "$member"), ("$singluar", "$singular"),
        ("$depricated", "$deprecated"), ("$opt", nil), ("$kind", nil), ("$", nil), ("", nil),
        ("$documentation", nil), (String(repeating: "$type", count: 1_000_000), nil),
    ])
    func closeWordIsSuggested(word: String, suggestion: String?) {
        #expect(Suggestion.closest(to: word, among: directives) == suggestion)
    }

    @Test func transposedLettersCountOnce() {
        #expect(Suggestion.closest(to: "abdc", among: ["abxy", "abcd"]) == "abcd")
        #expect(Suggestion.closest(to: "bac", among: ["bxx", "abc"]) == "abc")
    }
}
