import TestSupport
import Testing

@testable import PathSchema

@Suite struct TypeReferenceTests {
    @Test(arguments: [
        ("Message", "Message"), ("Chat.Message", "Chat.Message"), ("A.B.C", "A.B.C"),
        ("[Message]", "[Message]"), ("[ Message ]", "[Message]"), ("[[Int]]", "[[Int]]"),
        ("[String:Bool]", "[String: Bool]"), ("[ String : [Int] ]", "[String: [Int]]"),
        ("Int?", "Int?"), ("Int ?", "Int?"), ("Int??", "Int??"), ("[Int?]?", "[Int?]?"),
        ("Page<Message>", "Page<Message>"), ("Page<A,B>", "Page<A, B>"),
        ("Page< A , [B : C] >", "Page<A, [B: C]>"), ("Chat.Page<A>.Index", "Chat.Page<A>.Index"),
        ("A<B<C<D>>>", "A<B<C<D>>>"),
        ("Array<Int>", "[Int]"), ("Dictionary<String, Int>", "[String: Int]"),
        ("Optional<Int>", "Int?"), ("Optional<Array<Int>>", "[Int]?"),
        ("Swift.Array<Int>", "Swift.Array<Int>"),
        ("Any", "Any"), ("[String: Any]", "[String: Any]"),
        ("Nachricht_2", "Nachricht_2"), ("Élan", "Élan"), ("消息", "消息"), ("😀", "😀"), ("_A", "_A"),
        (" Message ", "Message"), ("MyApp.Path", "MyApp.Path"), ("MyApp.Element", "MyApp.Element"),
        (
            String(repeating: "[", count: 31) + "A" + String(repeating: "]", count: 31),
            String(repeating: "[", count: 31) + "A" + String(repeating: "]", count: 31)
        ),
    ])
    func typeHasOneSpelling(written: String, spelling: String) throws {
        #expect(try TypeReferenceParser.parse(written).text == spelling)
    }

    /// The part of the text that is refused, and why.
    @Test(arguments: [
        ("", "", ""), (" ", " ", ""), ("Mesage Id", "Mesage Id", ""), ("2Fast", "2Fast", ""),
        ("String; import Foundation", "String; import Foundation", ""),
        ("String { get }", "String { get }", ""), ("String>", "String>", ""), ("A,B", "A,B", ""),
        ("A\nB", "A\nB", ""), ("A\t", "A\t", ""), ("A//", "A//", ""), ("(A, B)", "(A, B)", ""),
        ("() -> A", "() -> A", ""), ("`class`", "`class`", ""), ("A & B", "A & B", ""),
        ("A!", "A!", ""), ("@A B", "@A B", ""), ("#A", "#A", ""), ("$0", "$0", ""), ("_", "_", ""),
        ("A <B>", "A <B>", ""), ("A .B", "A .B", ""), ("?", "?", ""),
        ("any A", "any", "'any' is a Swift keyword"),
        ("class", "class", "'class' is a Swift keyword"),
        ("A.Type", "Type", "'Type' is a Swift keyword"),
        ("[self]", "self", "'self' is a Swift keyword"),
        ("[", "", "expected the name of a type, found the end"),
        ("[A", "", "expected ']', found the end"),
        ("[]", "]", "expected the name of a type, found ']'"),
        ("[A B]", "B", "expected ']', found 'B'"),
        ("[A:]", "]", "expected the name of a type, found ']'"),
        ("[A:B:C]", ":", "expected ']', found ':'"),
        ("[String: Mesage Id]", "I", "expected ']', found 'I'"),
        ("A.", "", "expected the name of a type, found the end"),
        ("A..B", ".", "expected the name of a type, found '.'"),
        ("A.2", "2", "expected the name of a type, found '2'"),
        ("A<", "", "expected the name of a type, found the end"),
        ("A<>", ">", "expected the name of a type, found '>'"),
        ("A<B", "", "expected '>', found the end"),
        ("A<B,>", ">", "expected the name of a type, found '>'"),
        ("A<B]", "]", "expected '>', found ']'"),
        ("A<é\u{1B}>", "\u{1B}", "expected '>', found '\u{1B}'"),
        ("Path", "Path", "in generated code 'Path' is a type of the runtime library"),
        ("[Element]", "Element", "in generated code 'Element' is a type of the runtime library"),
        (
            "Collection.Index", "Collection",
            "in generated code 'Collection' is a type of the runtime library"
        ),
        ("Path<A>", "Path", "in generated code 'Path' is a type of the runtime library"),
    ])
    func otherTextIsRefused(text: String, offending: String, reason: String) throws {
        let error = try #require(throws: TypeReferenceError.self) {
            try TypeReferenceParser.parse(text)
        }
        let bytes = error.bytes.map { Array(text.utf8)[$0] } ?? Array(text.utf8)[...]
        #expect(String(decoding: bytes, as: UTF8.self) == offending)
        #expect(error.reason ?? "" == reason)
    }

    @Test(arguments: ["[", "A<", "A<B,[", "?"])
    func depthIsLimited(opening: String) throws {
        let text = (opening == "?" ? "A" : "") + String(repeating: opening, count: 100_000)
        let error = try #require(throws: TypeReferenceError.self) {
            try TypeReferenceParser.parse(text)
        }
        #expect(error.reason == "types are nested more than 32 levels deep")
    }

    /// Whatever is accepted is made of names and a type's own punctuation, so that nothing else can
    /// reach the generated code; and it is spelled as it would be spelled again.
    @Test func nothingButTypesIsAccepted() throws {
        let alphabet = [
            "A", "b", ".", "<", ">", "[", "]", ":", ",", "?", " ", ";", "{", "}", "(", ")",
            "\"", "\\", "\n", "é", "😀", "_", "$", "1",
        ]
        var numbers = SplitMix64(seed: 1)
        var accepted = 0
        for round in 0..<60_000 {
            // Half of the rounds draw from what types are made of, or hardly any would be accepted.
            let letters = round.isMultiple(of: 2) ? alphabet[...] : alphabet[..<11]
            let text = (0..<Int.random(in: 1...7, using: &numbers))
                .map { _ in letters.randomElement(using: &numbers) ?? "A" }.joined()
            guard let type = try? TypeReferenceParser.parse(text) else { continue }
            accepted += 1
            let words = type.text.split { ".<>[]:,? ".contains($0) }
            #expect(words.allSatisfy { Identifier.isIdentifier(String($0)) }, "\(text)")
            #expect(try TypeReferenceParser.parse(type.text) == type, "\(text)")
        }
        #expect(accepted > 2_000)
    }
}
