import PathCodegen
import Testing

@Suite struct TreeRendererTests {
    @Test func eachNodeHasTheTypeOfItsPathBesideIt() throws {
        let tree = """
            /                            Path<Root>
            ├── configuration            Path<Configuration>
            └── chatrooms                Path<Chatroom>.Collection
                └── <chatroomId>         Path<Chatroom>
                    ├── messages         Path<Message>.Collection
                    │   └── <messageId>  Path<Message>
                    └── name             Path<String>

            """
        #expect(try Rendering.tree.text(of: Sample.chatrooms) == tree)
    }

    @Test func partIsDrawnFromItsPlaceOn() throws {
        let collection = """
            chatrooms                Path<Chatroom>.Collection
            └── <chatroomId>         Path<Chatroom>
                ├── messages         Path<Message>.Collection
                │   └── <messageId>  Path<Message>
                └── name             Path<String>

            """
        #expect(try Rendering.tree.text(of: Sample.chatrooms, below: ["chatrooms"]) == collection)

        let element = """
            user-posts/<uid: UserID>  Path<Post?>.Collection
            └── <post id>             Path<Post?>

            """
        #expect(
            try Rendering.tree.text(of: Sample.social, below: ["user-posts", "anyone"]) == element)
    }

    @Test func keyTypesNestedCollectionsAndDeprecationAreShown() throws {
        let tree = """
            /                      Path<Root>
            ├── users              Path<User>.KeyedCollection<UserID>
            │   └── <uid: UserID>  Path<User>
            │       ├── name       Path<String>
            │       └── e-mail     Path<String>  (deprecated: use "contact")
            ├── admin              Path<User>  (recurring)
            └── user-posts         Path<Path<Post?>.Collection>.KeyedCollection<UserID>
                └── <uid: UserID>  Path<Post?>.Collection
                    └── <post id>  Path<Post?>

            """
        #expect(try Rendering.tree.text(of: Sample.social) == tree)
    }

    @Test func placeholdersOfMixedNodesStandAmongTheirSiblings() throws {
        let tree = """
            /                Path<Root>
            ├── theme        Path<Theme>
            ├── flags        Path<Flags>
            │   ├── beta     Path<Bool>
            │   └── <flag>   Path<Int>
            └── <a>          Path<B>.KeyedCollection<K>
                └── <b: K>   Path<B>
                    ├── on   Path<Bool>
                    └── <c>  Path<[String: Int]>

            """
        #expect(try Rendering.tree.text(of: Sample.mixed) == tree)
    }

    @Test func recurringTypesAreNamedAndNotEnteredAgain() throws {
        let tree = """
            /                          Path<Root>
            ├── pinned                 Path<Forum.Comment>  (recurring)
            └── comments               Path<Forum.Comment>.Collection
                └── <commentId>        Path<Forum.Comment>
                    ├── text           Path<String>
                    ├── replies        Path<Forum.Comment>.Collection  (deprecated: flat now)
                    │   └── <replyId>  Path<Forum.Comment>  (recurring)
                    └── author         Path<Forum.Author>
                        ├── favourite  Path<Forum.Comment>  (recurring)
                        └── friend     Path<Forum.Author>  (recurring)

            """
        #expect(try Rendering.tree.text(of: Sample.recursion) == tree)
    }

    @Test func charactersThatReorderTextDoNotReachTheTerminal() throws {
        let tree = #"""
            /                   Path<Root>
            ├── end             Path<Int>
            ├── 🎉 "q" `b` <i>  Path<Int>
            ├── direction LR    Path<DirectionLR>
            │   └── __x__       Path<Int>
            ├── style: 1;2      Path<[Int]>
            ├── a\b%{c}~|(d)*&  Path<Int>
            ├── a\u{202E}b      Path<Int>
            ├── naïve 你好      Path<Int>
            ├── escapes         Path<Int>.Collection
            │   └── <x y>       Path<Int>
            └── old             Path<Int>  (deprecated: gone)

            """#
        #expect(try Rendering.tree.text(of: Sample.odd) == tree)
    }

    @Test func rootOfItsOwnIsNamed() throws {
        let tree = try Rendering.tree.text(of: #"{ "<id>": "Int" }"#) { $0.root = "ChatRoot" }
        #expect(
            tree == """
                /         Path<ChatRoot>
                └── <id>  Path<Int>

                """)
    }

    @Test func longKeyDoesNotPushAllTypesAside() throws {
        let long = String(repeating: "k", count: 80)
        let tree = try Rendering.tree.text(of: #"{ "\#(long)": "Int", "short": "Int" }"#)
        #expect(
            tree == """
                /          Path<Root>
                ├── \(long)  Path<Int>
                └── short  Path<Int>

                """)
    }

    @Test func deepestTreeIsDrawn() throws {
        let depth = 32
        let schema =
            String(repeating: #"{"k":"#, count: depth) + #""Int""#
            + String(repeating: "}", count: depth)
        let lines = try Rendering.tree.text(of: schema).split(separator: "\n")
        #expect(lines.count == depth + 1)
        #expect(lines.last?.contains("└── k") == true)
    }
}
