import Testing
import TypedDatabase

@testable import RealtimeDatabaseServer

@Suite(.serialized) struct PercentEncodingTests {
    @Test(arguments: [
        ("", ""), ("a", "a"), ("%61%2f%2F", "a//"), ("%25", "%"), ("%2561", "%61"),
        ("%C3%A9", "é"), ("%F0%9F%98%80", "😀"), ("é", "é"), ("a+b", "a+b"), ("%00", "\0"),
        ("%EF%BB%BF", "\u{FEFF}"), ("%EF%BB%BFa", "\u{FEFF}a"), ("a%EF%BB%BF", "a\u{FEFF}"),
        ("%EF%BB%BF%EF%BB%BFa", "\u{FEFF}\u{FEFF}a"), ("\u{FEFF}a", "\u{FEFF}a"),
        ("%EF%BF%BD", "\u{FFFD}"), ("e%CC%81", "e\u{301}"), ("%41\u{301}", "A\u{301}"),
    ])
    func bytesAreWhatTheyStandFor(encoded: String, text: String) {
        #expect(PercentEncoding.decoded(encoded.utf8).map { Array($0.utf8) } == Array(text.utf8))
    }

    @Test(arguments: [
        "%", "%4", "%4%31", "%G1", "%1G", "%+1", "% 1", "%é", "%FF", "%C3", "%C3a", "%A9",
        "%C0%80", "%ED%A0%80", "%F4%90%80%80",
    ])
    func otherTextIsNone(encoded: String) {
        #expect(PercentEncoding.decoded(encoded.utf8) == nil)
    }

    @Test func aPlusIsASpaceInAQueryOnly() {
        #expect(PercentEncoding.decoded("a+b%2B".utf8, plusIsSpace: true) == "a b+")
    }

    @Test(arguments: [
        "\u{FEFF}", "\u{FEFF}a", "a\u{FEFF}", "e\u{301}", "é", "a+b", "a b", "\u{FFFD}",
    ])
    func aKeyInTheAddressIsTheKeyInTheDatabase(key: String) async throws {
        let engine = MemoryEngine()
        let server = try RealtimeDatabaseServer(engine: engine)
        let encoded = key.utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        #expect(try await server.request("PUT", "/\(encoded).json", "1").status == 200)
        let keys = try await engine.read(.root, .all).value?.children.map {
            Array($0.key.text.utf8)
        }
        #expect(keys == [Array(key.utf8)])
        let ordered = try await server.request(
            "GET", "/.json?orderBy=%22$key%22&equalTo=%22\(encoded)%22")
        #expect(ordered.body == "{\"\(key)\":1}")
    }
}
