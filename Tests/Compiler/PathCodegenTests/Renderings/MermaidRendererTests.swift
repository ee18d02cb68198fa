import PathCodegen
import Testing

@Suite struct MermaidRendererTests {
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
}
