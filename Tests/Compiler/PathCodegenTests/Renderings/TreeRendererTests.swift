import PathCodegen
import Testing

@Suite struct TreeRendererTests {
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
