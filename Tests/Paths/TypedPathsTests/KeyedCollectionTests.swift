import Testing
import TypedPaths

private struct UserID: RawRepresentable, PathKey, Hashable {
    let rawValue: String
}

extension Path where Element == Root {
    fileprivate var drafts: Path<Message>.KeyedCollection<UserID> { Path.append(self, "drafts") }

    fileprivate var readBy: Path<Path<Message>.KeyedCollection<UserID>>.KeyedCollection<MessageID> {
        Path.append(self, "readBy")
    }

    fileprivate var visits: Path<Path<Path<Int>.Collection>.KeyedCollection<UserID>>.Collection {
        Path.append(self, "visits")
    }
}

@Suite struct KeyedCollectionTests {
    private let user = UserID(rawValue: "u1")

    @Test func childTakesAKeyOfTheCollectionsType() {
        let draft = Path().drafts.child(user)
        #expect(type(of: draft) == Path<Message>.self)
        #expect(draft.rendered == "drafts/u1")
    }

    @Test func collectionsOfEitherKindUnwrapToAnyDepth() {
        let reader = Path().readBy.child(MessageID(rawValue: "m1")).child(user)
        #expect(type(of: reader) == Path<Message>.self)
        #expect(reader.rendered == "readBy/m1/u1")

        let visit = Path().visits.child("home").child(user).child(Year.first)
        #expect(type(of: visit) == Path<Int>.self)
        #expect(visit.rendered == "visits/home/u1/2018")
    }

    @Test func collectionPrintsComparesAndHashes() {
        #expect("\(Path().drafts)" == "drafts")
        #expect(Path().readBy.child(MessageID(rawValue: "m1")).description == "readBy/m1")
        #expect(Set([Path().drafts, Path().drafts]).count == 1)
    }

    @Test func codeCanBeGenericOverCollections() {
        func element<C: CollectionPath>(_ key: String, of collection: C) -> Path<C.Value>? {
            C.Key(pathKey: key).map { collection.child($0) }
        }
        func inner<C: CollectionPath>(_ key: C.Key, of collection: C) -> C.Value
        where C.Value: CollectionPath {
            collection.child(key)
        }
        #expect(element("u1", of: Path().drafts)?.rendered == "drafts/u1")
        #expect(element("a", of: Path().chatrooms)?.rendered == "chatrooms/a")
        #expect(inner("u1", of: Path().userPosts) == Path().userPost("u1"))
    }

    @Test func keysOfAPathAreItsComponents() {
        #expect(Path().keys == [])
        #expect(Path().drafts.keys == ["drafts"])
        #expect(Path().chatroom("a b").name.keys == ["chatrooms", "a b", "name"])
        // A combining mark after a separator doesn't hide it.
        #expect(Path().chatroom("\u{301}a").keys == ["chatrooms", "\u{301}a"])
    }
}

@Suite struct KeyTextTests {
    @Test func keysAreMadeFromTheirTextAgain() {
        #expect(String(pathKey: "a b") == "a b")
        #expect(Substring(pathKey: "a") == "a")
        #expect(Int(pathKey: "-7") == -7)
        #expect(Int(pathKey: "seven") == nil)
        #expect(MessageID(pathKey: "m1")?.rawValue == "m1")
        #expect(Year(pathKey: "2018") == .first)
        #expect(Year(pathKey: "2019") == nil)
    }

    @Test func databasePathIsAnotherNameForPath() {
        let path: DatabasePath<Chatroom> = Path().chatroom("a")
        #expect(path == Path().chatroom("a"))
    }
}
