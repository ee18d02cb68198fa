import Testing
import TypedPaths

@Suite struct PathComponentTests {
    @Test func checkedTextIsAKey() throws {
        let path = try Path().chatrooms.child(PathComponent("fire chat"))
        #expect(path.rendered == "chatrooms/fire chat")
    }

    @Test func textIsKeptAsItIs() throws {
        #expect(try PathComponent(" Ünïcode 🍜 %2F ").pathKey == " Ünïcode 🍜 %2F ")
        #expect("\(try PathComponent("a"))" == "a")
    }

    @Test func emptyTextIsRejected() {
        #expect(throws: PathComponent.Invalid.empty) { try PathComponent("") }
    }

    @Test(arguments: [".", "#", "$", "[", "]", "/", "\u{0}", "\n", "\r\n", "\u{1F}", "\u{7F}"])
    func forbiddenCharacterIsRejected(_ text: String) throws {
        let scalar = try #require(text.unicodeScalars.first)
        #expect(throws: PathComponent.Invalid.forbiddenCharacter(scalar)) {
            try PathComponent("a\(text)b")
        }
    }

    @Test func firstForbiddenCharacterIsNamed() {
        #expect(throws: PathComponent.Invalid.forbiddenCharacter("#")) {
            try PathComponent("a#b/c")
        }
    }

    @Test func forbiddenCharacterWithAnAccentIsRejected() {
        #expect(throws: PathComponent.Invalid.forbiddenCharacter("/")) {
            try PathComponent("a/\u{301}b")
        }
    }

    @Test func neighboursOfForbiddenCharactersAreAllowed() throws {
        let text = " !\"%&'()*+,-0:;<=>?@Z\\^_`a{|}~\u{80}\u{85}"
        #expect(try PathComponent(text).pathKey == text)
    }

    @Test func lengthIsCountedInBytes() throws {
        #expect(try PathComponent(String(repeating: "é", count: 384)).pathKey.utf8.count == 768)
        #expect(throws: PathComponent.Invalid.tooLong(utf8Count: 770)) {
            try PathComponent(String(repeating: "é", count: 385))
        }
    }

    @Test func errorsSayWhatIsWrong() {
        #expect(PathComponent.Invalid.empty.description == "A key can't be empty.")
        #expect(
            PathComponent.Invalid.forbiddenCharacter("/").description
                == #"A key can't contain "/", nor any other of . # $ [ ] / and control characters."#
        )
        #expect(
            PathComponent.Invalid.tooLong(utf8Count: 770).description
                == "A key can't be longer than 768 bytes of UTF-8; this one has 770."
        )
    }

    @Test func errorIsTyped() {
        do throws(PathComponent.Invalid) {
            _ = try PathComponent("$")
        } catch {
            #expect(error == .forbiddenCharacter("$"))
        }
    }
}
