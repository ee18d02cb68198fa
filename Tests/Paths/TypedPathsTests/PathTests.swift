import Testing
import TypedPaths

@Suite struct PathTests {
    @Test func rootRendersAsNothing() {
        #expect(Path().rendered == "")
        #expect("\(Path())" == "")
    }

    @Test func keysAreJoinedBySlashes() {
        let name: Path<String> = Path().chatroom("firechat").name
        #expect(name.rendered == "chatrooms/firechat/name")
        #expect(name.description == "chatrooms/firechat/name")
    }

    @Test func memberDirectlyBelowTheRootHasNoLeadingSlash() {
        #expect(Path().configuration.rendered == "configuration")
        #expect(Path().chatrooms.rendered == "chatrooms")
    }

    @Test func keysStayAsTheyAre() {
        #expect(Path().chatroom("à la carte 🍜").rendered == "chatrooms/à la carte 🍜")
        let long = String(repeating: "k", count: 5000)
        #expect(Path().chatroom(long).name.rendered == "chatrooms/\(long)/name")
    }

    @Test func pathsAreEqualIfTheyLeadToTheSamePlace() {
        #expect(Path().chatroom("a") == Path().chatrooms.child("a"))
        #expect(Path().chatroom("a") != Path().chatroom("b"))
        #expect(Path().chatroom("a").messages == Path().chatrooms.child("a").messages)
    }

    @Test func pathsAndCollectionsAreHashable() {
        let paths: Set = [Path().chatroom("a"), Path().chatroom("b"), Path().chatrooms.child("a")]
        #expect(paths.count == 2)
        let unread = [Path().chatroom("a").messages: 3]
        #expect(unread[Path().chatrooms.child("a").messages] == 3)
    }

    @Test func pathsAreSendableWhateverTheirElement() async {
        final class NotSendable {}
        func sending(_ path: some Sendable) async -> String { "\(path)" }
        let element: Path<NotSendable> = Path.append(Path(), "value")
        let collection: Path<NotSendable>.Collection = Path.append(Path(), "values")
        #expect(await sending(element) == "value")
        #expect(await sending(collection) == "values")
    }

    @Test func codeCanTakePathsAndCollectionsAlike() {
        func lastKey(of path: some PathProtocol) -> Substring? {
            path.rendered.split(separator: "/").last
        }
        #expect(lastKey(of: Path().chatroom("a")) == "a")
        #expect(lastKey(of: Path().chatrooms) == "chatrooms")
    }
}

private enum ShopRoot: PathRoot {}

extension Path where Element == ShopRoot {
    fileprivate var chatrooms: Path<String> {
        Path.append(self, "shop-chatrooms")
    }
}

@Suite struct RootTests {
    @Test func eachSchemaCanHaveItsOwnRoot() {
        #expect(Path<ShopRoot>().chatrooms.rendered == "shop-chatrooms")
    }

    @Test func pathWithoutTypeStaysTheDefaultRoot() {
        let root = Path()
        #expect(type(of: root) == Path<Root>.self)
        #expect(root == Path<Root>())
    }
}
