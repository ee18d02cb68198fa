import Testing
import TypedPaths

@Suite struct PathKeyTests {
    private let chatrooms = Path().chatrooms

    @Test func stringsSubstringsAndIntegersAreKeys() {
        #expect(chatrooms.child("a").rendered == "chatrooms/a")
        #expect(chatrooms.child("a-b".prefix(1)).rendered == "chatrooms/a")
        #expect(chatrooms.child(0).rendered == "chatrooms/0")
        #expect(chatrooms.child(-7).rendered == "chatrooms/-7")
    }

    @Test func rawValueOfAnotherKeyTypeIsAKey() {
        #expect(chatrooms.child(MessageID(rawValue: "m1")).rendered == "chatrooms/m1")
        #expect(chatrooms.child(Year.first).rendered == "chatrooms/2018")
    }

    #if compiler(>=6.2) && (os(macOS) || os(Linux) || os(Windows))
        @Test func emptyKeyTraps() async {
            let result = await #expect(
                processExitsWith: .failure,
                observing: [\.standardErrorContent]
            ) {
                _ = Path().chatroom("")
            }
            #expect(message(of: result).contains(#""" below "chatrooms" is not a key"#))
        }

        @Test func keyWithSlashTraps() async {
            let result = await #expect(
                processExitsWith: .failure,
                observing: [\.standardErrorContent]
            ) {
                _ = Path().chatroom("room").messages.child("a/b")
            }
            #expect(message(of: result).contains(#""a/b" below "chatrooms/room/messages" is not"#))
        }

        @Test func slashWithinACharacterTraps() async {
            await #expect(processExitsWith: .failure) {
                _ = Path().chatroom("a/\u{301}b")
            }
        }

        @Test func slashInAKeyOfTheSchemaTraps() async {
            await #expect(processExitsWith: .failure) {
                let _: Path<String> = Path.append(Path(), "a/b")
            }
            await #expect(processExitsWith: .failure) {
                let _: Path<String> = Path.append(Path(), "a", "b", "c", "")
            }
        }

        private func message(of result: ExitTest.Result?) -> String {
            String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        }
    #endif
}
