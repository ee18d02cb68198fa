import Testing
import TypedPaths

@Suite struct CollectionTests {
    @Test func childIsAnElement() {
        let message: Path<Message> = Path().chatroom("a").messages.child("m1")
        #expect(message.rendered == "chatrooms/a/messages/m1")
    }

    @Test func accessorLeadsWhereTheCollectionsChildDoes() {
        let id = MessageID(rawValue: "m1")
        #expect(Path().chatroom("a").message(id) == Path().chatroom("a").messages.child(id))
    }

    @Test func collectionsOfCollectionsUnwrap() {
        let posts = Path().userPosts.child("u1")
        #expect(type(of: posts) == Path<Post>.Collection.self)
        #expect(posts == Path().userPost("u1"))

        let post = posts.child("p1")
        #expect(type(of: post) == Path<Post>.self)
        #expect(post.rendered == "userPosts/u1/p1")
    }

    @Test func collectionsOfCollectionsUnwrapToAnyDepth() {
        let post = Path().archive.child(Year.first).child("05").child("p1")
        #expect(type(of: post) == Path<Post>.self)
        #expect(post.rendered == "archive/2018/05/p1")
    }

    @Test func mixedNodeHasNamedChildrenAndAnyOther() {
        #expect(Path().members.owner.rendered == "members/owner")
        #expect(Path().members.child("u1").rendered == "members/u1")
    }

    @Test func collectionPrintsItsPath() {
        #expect("\(Path().userPosts)" == "userPosts")
        #expect(Path().userPosts.description == "userPosts")
    }
}
