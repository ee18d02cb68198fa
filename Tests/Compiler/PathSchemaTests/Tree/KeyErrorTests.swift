import Testing

/// Errors in keys and placeholders.
@Suite struct KeyErrorTests {
    private static let keyAdvice = " | a key can't contain / . # $ [ ] or control characters"

    @Test(arguments: [
        (#"{"a.b": "A"}"#, "1:4-5 a database key can't contain '.'"),
        (#"{"été#": "A"}"#, "1:8-9 a database key can't contain '#'"),
        (#"{"a$": "A"}"#, "1:4-5 a database key can't contain '$'"),
        (#"{"[a": "A"}"#, "1:3-4 a database key can't contain '['"),
        (#"{"a]": "A"}"#, "1:4-5 a database key can't contain ']'"),
        (#"{"a\u0000": "A"}"#, "1:3-10 a database key can't contain '\0'"),
        (#"{"a\tb": "A"}"#, "1:3-7 a database key can't contain '\t'"),
        ("{\"a\u{7F}\": \"A\"}", "1:4-5 a database key can't contain '\u{7F}'"),
    ])
    func keyWithForbiddenCharacterIsReported(schema: String, finding: String) {
        #expect(briefFindings(schema) == [finding + Self.keyAdvice])
    }

    @Test func keyLengthIsLimitedInBytes() {
        func schema(_ key: String) -> String { #"{"\#(key)": {"$type": "A", "$member": "a"}}"# }
        #expect(briefFindings(schema(String(repeating: "é", count: 384))) == [])
        #expect(
            briefFindings(schema(String(repeating: "é", count: 384) + "x")) == [
                "1:3-772 the key is too long: it has 769 bytes"
                    + " | a key has at most 768 bytes of UTF-8"
            ])
        #expect(
            briefFindings(#"{"": "A"}"#)
                == ["1:2-4 the key is empty | a key needs at least one character"])
    }

    @Test func depthIsLimited() {
        func schema(_ depth: Int) -> String {
            (1..<depth).reversed().reduce(#"{"k\#(depth)": "A"}"#) { #"{"k\#($1)": \#($0)}"# }
        }
        #expect(briefFindings(schema(32)) == [])
        #expect(
            briefFindings(schema(33)) == [
                "1:250-253 this key is nested more than 32 levels deep"
                    + " | Firebase allows no deeper paths"
            ])
        #expect(briefFindings(schema(40)).count == 1)
    }

    @Test(arguments: [
        ("<>", "1:9-11 the placeholder has no name"), ("< >", "1:9-12 the placeholder has no name"),
        ("<: ID>", "1:9-15 the placeholder has no name"),
        ("<id>s", "1:9-14 expected '>' at the end of the placeholder"),
        ("<a<b>>", "1:10-14 'a<b>' can't be the name of a placeholder"),
        ("< a\\u001Bb >", "1:9-21 'a\u{1B}b' can't be the name of a placeholder"),
    ])
    func placeholderHasAName(key: String, finding: String) {
        #expect(
            briefFindings(#"{"a": {"\#(key)": "A"}}"#) == [
                finding
                    + #" | what stands for any key is written "<userId>", or "<userId: UserID>" with a key type"#
            ])
    }

    @Test(arguments: [
        (
            "<id: >",
            "1:14-14 '' is not a Swift type | a key type is one of yours that conforms to PathKey, as in \"MessageID\""
        ),
        (
            "<id: A.>",
            "1:16-16 'A.' is not a Swift type: expected the name of a type, found the end | a key type is one of yours that conforms to PathKey, as in \"MessageID\""
        ),
        (
            "<id: UID?>",
            "1:14-18 'UID?' can't be the type of a key | a key type is one of yours that conforms to PathKey"
        ),
    ])
    func keyTypeIsCheckedAsAType(key: String, finding: String) {
        #expect(briefFindings(#"{"a": {"\#(key)": "A"}}"#) == [finding])
    }
}
