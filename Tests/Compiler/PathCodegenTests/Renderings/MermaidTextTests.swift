import Testing

@testable import PathCodegen

@Suite struct MermaidTextTests {
    @Test(arguments: [
        ("name", "name"),
        ("end", "end"),
        ("été 你好 🎉", "été#32;你好#32;🎉"),
        ("<id: ID>", "#lt;id#58;#32;ID#gt;"),
        ("say \"hi\"", "say#32;#34;hi#34;"),
        ("#quot;", "#35;quot#59;"),
        ("%%{init: {}}%%", "#37;#37;#123;init#58;#32;#123;#125;#125;#37;#37;"),
        ("f() {}", "f#40;#41;#32;#123;#125;"),
        ("direction LR", "direction#32;LR"),
        // Joined words stay legible; what Markdown would make a list or bold does not stay.
        ("user-posts", "user-posts"),
        ("user_id", "user_id"),
        ("Chat.Message", "Chat.Message"),
        ("__x__", "#95;#95;x#95;#95;"),
        ("a/_b_/c", "a/#95;b#95;/c"),
        ("- 1. x", "#45;#32;1#46;#32;x"),
        // Mermaid's own spelling of "&#60;".
        ("ﬂ°°60¶ß", "ﬂ#176;#176;60#182;ß"),
        ("\u{1B}[2J\u{202E}", "␛#91;2J#92;u#123;202E#125;"),
    ])
    func textMeansItself(text: String, escaped: String) {
        #expect(MermaidText.escaped(text) == escaped)
    }
}
