import Testing
import TypedPaths

@Suite struct CheckedKeyTests {
    @Test func checkedTextIsAKey() throws {
        let path = try Path().chatrooms.child(String(checking: "fire chat"))
        #expect(path.rendered == "chatrooms/fire chat")
    }

    @Test func textIsKeptAsItIs() throws {
        #expect(try String(checking: " Ünïcode 🍜 %2F ") == " Ünïcode 🍜 %2F ")
        #expect(try String(checking: "a") == "a")
    }

    @Test func emptyTextIsRejected() {
        #expect(throws: InvalidPathKey.empty) { try String(checking: "") }
    }

    @Test(arguments: [".", "#", "$", "[", "]", "/", "\u{0}", "\n", "\r\n", "\u{1F}", "\u{7F}"])
    func forbiddenCharacterIsRejected(_ text: String) throws {
        let scalar = try #require(text.unicodeScalars.first)
        #expect(throws: InvalidPathKey.forbiddenCharacter(scalar)) {
            try String(checking: "a\(text)b")
        }
    }

    @Test func firstForbiddenCharacterIsNamed() {
        #expect(throws: InvalidPathKey.forbiddenCharacter("#")) {
            try String(checking: "a#b/c")
        }
    }

    @Test func forbiddenCharacterWithAnAccentIsRejected() {
        #expect(throws: InvalidPathKey.forbiddenCharacter("/")) {
            try String(checking: "a/\u{301}b")
        }
    }

    @Test func neighboursOfForbiddenCharactersAreAllowed() throws {
        let text = " !\"%&'()*+,-0:;<=>?@Z\\^_`a{|}~\u{80}\u{85}"
        #expect(try String(checking: text) == text)
    }

    @Test func lengthIsCountedInBytes() throws {
        #expect(try String(checking: String(repeating: "é", count: 384)).utf8.count == 768)
        #expect(throws: InvalidPathKey.tooLong(utf8Count: 770)) {
            try String(checking: String(repeating: "é", count: 385))
        }
    }

    @Test func errorsSayWhatIsWrong() {
        #expect(InvalidPathKey.empty.description == "A key can't be empty.")
        #expect(
            InvalidPathKey.forbiddenCharacter("/").description
                == #"A key can't contain "/", nor any other of . # $ [ ] / and control characters."#
        )
        #expect(
            InvalidPathKey.tooLong(utf8Count: 770).description
                == "A key can't be longer than 768 bytes of UTF-8; this one has 770."
        )
    }

    @Test func errorIsTyped() {
        do throws(InvalidPathKey) {
            _ = try String(checking: "$")
        } catch {
            #expect(error == .forbiddenCharacter("$"))
        }
    }

    @Test func typedKeysAreChecked() throws {
        #expect(try MessageID(checking: "m1").rawValue == "m1")
        #expect(throws: InvalidPathKey.forbiddenCharacter("/")) { try MessageID(checking: "m/1") }
        #expect(try Year(checking: "2018") == .first)
        #expect(throws: InvalidPathKey.unsuitable("1999", type: "Year")) {
            try Year(checking: "1999")
        }
    }

    @Test func textThatTheKeyWouldChangeIsRejected() throws {
        #expect(try Int(checking: "-7") == -7)
        for text in ["007", "+7", "-0", "7 ", "٧"] {
            #expect(throws: InvalidPathKey.unsuitable(text, type: "Int")) {
                try Int(checking: text)
            }
        }
        #expect(
            InvalidPathKey.unsuitable("007", type: "Int").description
                == #""007" is not the text of any Int."#)
    }
}
