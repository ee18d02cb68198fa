import PathCodegen
import Testing

@Suite struct MermaidRendererTests {
    @Test func typesAreBoxesAndChildrenWithChildrenAreArrows() throws {
        let diagram = """
            classDiagram
                direction LR
                class n0["Root"] {
                    configuration: Configuration
                }
                class n1["Chatroom"] {
                    messages/#lt;messageId#gt;: Message
                    name: String
                }
                n0 --> n1 : chatrooms/#lt;chatroomId#gt;

            """
        #expect(try Rendering.mermaid.text(of: Sample.chatrooms) == diagram)
    }

    @Test func modelsAreMarkedAndShared() throws {
        let diagram = """
            classDiagram
                direction LR
                class n0["Root"] {
                    user-posts/#lt;uid#58;#32;UserID#gt;/#lt;post#32;id#gt;: Post#63;
                }
                class n1["User"] {
                    <<model>>
                    name: String
                    e-mail#32;#40;deprecated#41;: String
                }
                n0 --> n1 : users/#lt;uid#58;#32;UserID#gt;
                n0 --> n1 : admin

            """
        #expect(try Rendering.mermaid.text(of: Sample.social) == diagram)
    }

    @Test func placeholdersOfMixedNodesAreChildren() throws {
        let diagram = """
            classDiagram
                direction LR
                class n0["Root"] {
                    theme: Theme
                }
                class n1["Flags"] {
                    beta: Bool
                    #lt;flag#gt;: Int
                }
                class n2["B"] {
                    on: Bool
                    #lt;c#gt;: #91;String#58;#32;Int#93;
                }
                n0 --> n1 : flags
                n0 --> n2 : #lt;a#gt;/#lt;b#58;#32;K#gt;

            """
        #expect(try Rendering.mermaid.text(of: Sample.mixed) == diagram)
    }

    @Test func partHasTheBoxesThatItsArrowsReach() throws {
        let diagram = """
            classDiagram
                direction LR
                class part["comments"]
                class n1["Comment"] {
                    text: String
                }
                class n2["Author"]
                part --> n1 : #lt;commentId#gt;
                n1 --> n1 : replies/#lt;replyId#gt;#32;#40;deprecated#41;
                n1 --> n2 : author
                n2 --> n1 : favourite
                n2 --> n2 : friend

            """
        #expect(try Rendering.mermaid.text(of: Sample.recursion, below: ["comments"]) == diagram)
    }

    @Test func arrowsFromATypeToItselfAreOne() throws {
        let schema = """
            { "person": { "$name": "Person", "name": "String", "mother": "Person", "father": "Person" } }
            """
        #expect(
            try Rendering.mermaid.text(of: schema).hasSuffix("n1 --> n1 : mother, father\n"))
    }

    @Test func recursionIsAnArrowBack() throws {
        let diagram = """
            classDiagram
                direction LR
                class n0["Root"]
                class n1["Comment"] {
                    text: String
                }
                class n2["Author"]
                n0 --> n1 : pinned
                n0 --> n1 : comments/#lt;commentId#gt;
                n1 --> n1 : replies/#lt;replyId#gt;#32;#40;deprecated#41;
                n1 --> n2 : author
                n2 --> n1 : favourite
                n2 --> n2 : friend

            """
        #expect(try Rendering.mermaid.text(of: Sample.recursion) == diagram)
    }

    @Test func oddKeysMeanThemselves() throws {
        let diagram = """
            classDiagram
                direction LR
                class n0["Root"] {
                    end: Int
                    🎉#32;#34;q#34;#32;#96;b#96;#32;#lt;i#gt;: Int
                    style#58;#32;1#59;2: #91;Int#93;
                    a#92;b#37;#123;c#125;#126;#124;#40;d#41;#42;#38;: Int
                    a#92;u#123;202E#125;b: Int
                    naïve#32;你好: Int
                    escapes/#lt;x#32;y#gt;: Int
                    old#32;#40;deprecated#41;: Int
                }
                class n1["DirectionLR"] {
                    #95;#95;x#95;#95;: Int
                }
                n0 --> n1 : direction#32;LR

            """
        #expect(try Rendering.mermaid.text(of: Sample.odd) == diagram)
    }

    @Test func typeWithArrowsOnlyHasNoEmptyBody() throws {
        let diagram = """
            classDiagram
                direction LR
                class n0["Root"]
                class n1["A"] {
                    b: Int
                }
                n0 --> n1 : a

            """
        #expect(try Rendering.mermaid.text(of: #"{ "a": { "b": "Int" } }"#) == diagram)
    }
}
