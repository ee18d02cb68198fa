import Foundation
import PathCodegen
import Testing

@Suite struct SchemaJSONRendererTests {
    @Test func everyNodeIsALine() throws {
        let json = #"""
            {
              "version": 1,
              "runtime": "TypedPaths",
              "imports": [],
              "access": "internal",
              "root": "Root",
              "nodes": [
                {"path": "/", "kind": "branch", "type": "Path<Root>", "phantomType": "Root"},
                {"path": "/configuration", "key": "configuration", "kind": "leaf", "type": "Path<Configuration>", "valueType": "Configuration", "property": "configuration"},
                {"path": "/chatrooms", "key": "chatrooms", "kind": "collection", "type": "Path<Chatroom>.Collection", "property": "chatrooms"},
                {"path": "/chatrooms/$chatroomId", "placeholder": "chatroomId", "keyType": "String", "kind": "branch", "type": "Path<Chatroom>", "phantomType": "Chatroom", "accessor": {"name": "chatroom", "parameters": [{"name": "chatroomId", "type": "String"}]}},
                {"path": "/chatrooms/$chatroomId/messages", "key": "messages", "kind": "collection", "type": "Path<Message>.Collection", "property": "messages"},
                {"path": "/chatrooms/$chatroomId/messages/$messageId", "placeholder": "messageId", "keyType": "String", "kind": "leaf", "type": "Path<Message>", "valueType": "Message", "accessor": {"name": "message", "parameters": [{"name": "messageId", "type": "String"}]}},
                {"path": "/chatrooms/$chatroomId/name", "key": "name", "kind": "leaf", "type": "Path<String>", "valueType": "String", "property": "name"}
              ]
            }

            """#
        #expect(try Rendering.json.text(of: Sample.chatrooms) == json)
    }

    @Test func headSaysWhatTheCodeIsGeneratedFor() throws {
        let document = try SchemaDocument(of: Sample.chatrooms) { options in
            options.access = .public
            options.root = "ChatRoot"
            options.imports = ["Models"]
        }
        #expect(document.head["version"] as? Int == 1)
        #expect(document.head["runtime"] as? String == "TypedPaths")
        #expect(document.head["access"] as? String == "public")
        #expect(document.head["imports"] as? [String] == ["Models"])
        #expect(document.head["root"] as? String == "ChatRoot")
        #expect(document.nodes.first?["type"] as? String == "Path<ChatRoot>")
        #expect(document["/chatrooms/$chatroomId"]["phantomType"] == "ChatRoot.Chatroom")
    }

    @Test func accessorTakesTheKeysOfAllPlaceholders() throws {
        let document = try SchemaDocument(of: Sample.social)
        #expect(document["/user-posts"]["property"] == "userPosts")
        #expect(document["/user-posts"]["kind"] == "collection")
        #expect(document["/user-posts/$uid"]["type"] == "Path<Post?>.Collection")
        #expect(document.accessor(of: "/user-posts/$uid") == "userPost(uid: UserID)")
        #expect(
            document.accessor(of: "/user-posts/$uid/$postId")
                == "userPost(uid: UserID, postId: String)")
        #expect(document["/user-posts/$uid/$postId"]["placeholder"] == "post id")
        #expect(document["/user-posts/$uid/$postId"]["keyType"] == "String")
    }

    @Test func modelHasAValueTypeAndChildren() throws {
        let document = try SchemaDocument(of: Sample.social)
        let user = document["/users/$uid"]
        #expect(user["kind"] == "branch")
        #expect(user["valueType"] == "User")
        #expect(user["phantomType"] == nil)
        #expect(user["documentation"] == "Who writes here.")
        #expect(document["/users/$uid/e-mail"]["deprecated"] == "use \"contact\"\ninstead")
        #expect(document["/admin"]["childrenOf"] == "/users/$uid")
    }

    @Test func wildcardOfAMixedNodeIsReachedByAnAccessor() throws {
        let document = try SchemaDocument(of: Sample.mixed)
        #expect(document["/"]["kind"] == "mixed")
        #expect(document["/flags"]["kind"] == "mixed")
        #expect(document["/flags/$flag"]["kind"] == "leaf")
        #expect(document.accessor(of: "/flags/$flag") == "child(flag: String)")
        #expect(document["/$a"]["type"] == "Path<B>.KeyedCollection<K>")
        #expect(document.accessor(of: "/$a/$b") == "child(a: String, b: K)")
        #expect(document["/$a/$b"]["phantomType"] == "B")
    }

    @Test func recurringTypeRefersToTheNodeWithItsChildren() throws {
        let document = try SchemaDocument(of: Sample.recursion)
        let comment = "/comments/$commentId"
        let references = document.nodes.compactMap { node in
            (node["childrenOf"] as? String).map { "\(node["path"] ?? "") → \($0)" }
        }
        #expect(
            references == [
                "/pinned → \(comment)",
                "\(comment)/replies/$replyId → \(comment)",
                "\(comment)/author/favourite → \(comment)",
                "\(comment)/author/friend → \(comment)/author",
            ])
        #expect(document["/pinned"]["kind"] == "branch")
        #expect(document["/pinned"]["phantomType"] == "Forum.Comment")
    }

    @Test func oddKeysComeBackAsTheyWere() throws {
        let document = try SchemaDocument(of: Sample.odd)
        #expect(document["/🎉 \"q\" `b` <i>"]["property"] == "party")
        #expect(document["/a\\b%{c}~|(d)*&"]["key"] == "a\\b%{c}~|(d)*&")
        #expect(document["/a\u{202E}b"]["property"] == "reordered")
        #expect(document["/direction LR/__x__"]["property"] == "__x__")
        #expect(document["/escapes/$xY"]["placeholder"] == "x y")
    }

    @Test(arguments: Sample.all)
    func pathsAreUniqueAndFollowTheirParents(schema: String) throws {
        var seen: Set<String> = []
        let document = try SchemaDocument(of: schema)
        for node in document.nodes {
            let path = try #require(node["path"] as? String)
            let components = path.split(separator: "/").map(String.init)
            #expect(seen.insert(path).inserted, "\(path) is there twice")
            guard let last = components.last else { continue }
            #expect(seen.contains("/" + components.dropLast().joined(separator: "/")))
            #expect(last.hasPrefix("$") == (node["key"] == nil))
            #expect((node["placeholder"] == nil) == (node["key"] as? String == last))
        }
    }

    @Test(arguments: Sample.all)
    func referencesLeadToNodesWithChildren(schema: String) throws {
        let document = try SchemaDocument(of: schema)
        for node in document.nodes {
            guard let reference = node["childrenOf"] as? String else { continue }
            let declaring = document[reference]
            #expect(declaring["childrenOf"] == nil)
            #expect(declaring["kind"] == node["kind"] as? String)
            #expect(document.nodes.contains { "\($0["path"] ?? "")".hasPrefix(reference + "/") })
        }
    }
}
