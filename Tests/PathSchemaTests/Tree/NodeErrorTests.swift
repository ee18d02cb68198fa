import Testing

/// What is not allowed, as a person reads it.
@Suite struct NodeErrorTests {
    @Test(arguments: [
        (
            #"{"tags": ["a"]}"#,
            """
            schema.json:1:10: error: an array can't be a node of a schema
            1 | {"tags": ["a"]}
              |          ^
            note: a list is a collection, as in { "<id>": "Type" }; a leaf of type "[Type]" holds one

            """
        ),
        (
            #"{"age": 12}"#,
            """
            schema.json:1:9: error: a number can't be a node of a schema
            1 | {"age": 12}
              |         ^~
            note: a leaf names the Swift type of its value, as in "String" or "Int?"

            """
        ),
        (
            #"{"isOpen": true}"#,
            """
            schema.json:1:12: error: a boolean can't be a node of a schema
            1 | {"isOpen": true}
              |            ^~~~
            note: a leaf names the Swift type of its value, as in "String" or "Int?"

            """
        ),
        (
            #"{"name": null}"#,
            """
            schema.json:1:10: error: null can't be a node of a schema
            1 | {"name": null}
              |          ^~~~
            note: a leaf names the Swift type of its value, as in "String" or "Int?"

            """
        ),
        (
            #"{"users": {}}"#,
            """
            schema.json:1:11: error: an empty object says nothing
            1 | {"users": {}}
              |           ^~
            note: a node names a type, as in "name": "String", or has children

            """
        ),
        (
            "{ }",
            """
            schema.json:1:1: error: an empty object says nothing
            1 | { }
              | ^~~
            note: a node names a type, as in "name": "String", or has children

            """
        ),
        (
            #"{"users": {"<uid>": "User", "<name>": "User"}}"#,
            """
            schema.json:1:30: error: an object has one placeholder at most; this is a second
            1 | {"users": {"<uid>": "User", "<name>": "User"}}
              |                              ^~~~~~
            schema.json:1:13: note: the first is here
            1 | {"users": {"<uid>": "User", "<name>": "User"}}
              |             ^~~~~
            note: a placeholder stands for any key, so the two would mean the same nodes

            """
        ),
        (
            #"{"messages": {"<messageId>": "Mesage Id"}}"#,
            """
            schema.json:1:31: error: 'Mesage Id' is not a Swift type
            1 | {"messages": {"<messageId>": "Mesage Id"}}
              |                               ^~~~~~~~~
            note: a leaf names one of your types, as in "Message" or "[String: Bool]"

            """
        ),
        (
            #"{"tags": "[String: Mesage Id]"}"#,
            """
            schema.json:1:27: error: '[String: Mesage Id]' is not a Swift type: expected ']', found 'I'
            1 | {"tags": "[String: Mesage Id]"}
              |                           ^
            note: a leaf names one of your types, as in "Message" or "[String: Bool]"

            """
        ),
        (
            #"{"name": ""}"#,
            """
            schema.json:1:10: error: '' is not a Swift type
            1 | {"name": ""}
              |          ^~
            note: a leaf names one of your types, as in "Message" or "[String: Bool]"

            """
        ),
        (
            #"{"name": "String; import Foundation"}"#,
            """
            schema.json:1:11: error: 'String; import Foundation' is not a Swift type
            1 | {"name": "String; import Foundation"}
              |           ^~~~~~~~~~~~~~~~~~~~~~~~~
            note: a leaf names one of your types, as in "Message" or "[String: Bool]"

            """
        ),
        (
            #"{"page": "Page<Collection>"}"#,
            """
            schema.json:1:16: error: 'Page<Collection>' is not a Swift type: in generated code \
            'Collection' is a type of the runtime library
            1 | {"page": "Page<Collection>"}
              |                ^~~~~~~~~~
            note: name yours with its module, as in "MyApp.Collection"

            """
        ),
    ])
    func nodeThatCantBeIsReported(schema: String, diagnostic: String) {
        #expect(findings(schema) == diagnostic)
    }

    private static let keyAdvice = " | a key has none of / . # $ [ ] and no control characters"

    @Test(arguments: [
        (#"{"a.b": "A"}"#, "1:4-5 a key of the database can't contain '.'"),
        (#"{"été#": "A"}"#, "1:8-9 a key of the database can't contain '#'"),
        (#"{"a$": "A"}"#, "1:4-5 a key of the database can't contain '$'"),
        (#"{"[a": "A"}"#, "1:3-4 a key of the database can't contain '['"),
        (#"{"a]": "A"}"#, "1:4-5 a key of the database can't contain ']'"),
        (#"{"a\u0000": "A"}"#, "1:3-10 a key of the database can't contain '\0'"),
        (#"{"a\tb": "A"}"#, "1:3-7 a key of the database can't contain '\t'"),
        ("{\"a\u{7F}\": \"A\"}", "1:4-5 a key of the database can't contain '\u{7F}'"),
    ])
    func keyWithForbiddenCharacterIsReported(schema: String, finding: String) {
        #expect(briefFindings(schema) == [finding + Self.keyAdvice])
    }

    @Test func keyLengthIsLimitedInBytes() {
        func schema(_ key: String) -> String { #"{"\#(key)": {"$type": "A", "$member": "a"}}"# }
        #expect(briefFindings(schema(String(repeating: "é", count: 384))) == [])
        #expect(
            briefFindings(schema(String(repeating: "é", count: 384) + "x")) == [
                "1:3-772 the key is too long: it has 769 bytes"
                    + " | a key has at most 768 bytes of UTF-8"
            ])
        #expect(
            briefFindings(#"{"": "A"}"#)
                == ["1:2-4 the key is empty | a key has at least one character"])
    }

    @Test func depthIsLimited() {
        func schema(_ depth: Int) -> String {
            (1..<depth).reversed().reduce(#"{"k\#(depth)": "A"}"#) { #"{"k\#($1)": \#($0)}"# }
        }
        #expect(briefFindings(schema(32)) == [])
        #expect(
            briefFindings(schema(33)) == [
                "1:250-253 this is nested deeper than 32 levels below the root"
                    + " | Firebase has no deeper paths"
            ])
        #expect(briefFindings(schema(40)).count == 1)
    }

    @Test(arguments: [
        ("<>", "1:9-11 the placeholder has no name"), ("< >", "1:9-12 the placeholder has no name"),
        ("<: ID>", "1:9-15 the placeholder has no name"),
        ("<id>s", "1:9-14 expected '>' at the end of the placeholder"),
        ("<a<b>>", "1:10-14 'a<b>' can't be the name of a placeholder"),
        ("< a\\u001Bb >", "1:9-21 'a\u{1B}b' can't be the name of a placeholder"),
    ])
    func placeholderHasAName(key: String, finding: String) {
        #expect(
            briefFindings(#"{"a": {"\#(key)": "A"}}"#) == [
                finding
                    + #" | what stands for any key is written "<userId>", or "<userId: UserID>" with a key type"#
            ])
    }

    @Test(arguments: [
        (
            "<id: >",
            "1:14-14 '' is not a Swift type | a key type is one of yours that conforms to PathKey, as in \"MessageID\""
        ),
        (
            "<id: U ID>",
            "1:14-18 'U ID' is not a Swift type | a key type is one of yours that conforms to PathKey, as in \"MessageID\""
        ),
        (
            "<id: A.>",
            "1:16-16 'A.' is not a Swift type: expected the name of a type, found the end | a key type is one of yours that conforms to PathKey, as in \"MessageID\""
        ),
        (
            "<id: [UID]>",
            "1:14-19 '[UID]' can't be the type of a key | a key type is one of yours that conforms to PathKey"
        ),
        (
            "<id: UID?>",
            "1:14-18 'UID?' can't be the type of a key | a key type is one of yours that conforms to PathKey"
        ),
        (
            "<id: UID: X>",
            "1:14-20 'UID: X' is not a Swift type | a key type is one of yours that conforms to PathKey, as in \"MessageID\""
        ),
    ])
    func keyTypeIsCheckedAsAType(key: String, finding: String) {
        #expect(briefFindings(#"{"a": {"\#(key)": "A"}}"#) == [finding])
    }

    @Test func errorsComeTogetherInDocumentOrder() {
        let schema = """
            {
              "a": [],
              "b.c": 1,
              "d": {"<x>": "X", "<y>": "Y Z"},
              "e": {},
              "f": {"g": {"h": null}},
              "i": "I J",
              "a": "A"
            }
            """
        #expect(
            briefFindings(schema).map { String($0.prefix { $0 != "|" }) } == [
                "2:8-9 an array can't be a node of a schema ",
                "3:5-6 a key of the database can't contain '.' ",
                "3:10-11 a number can't be a node of a schema ",
                "4:22-25 an object has one placeholder at most; this is a second ",
                "4:29-32 'Y Z' is not a Swift type ",
                "5:8-10 an empty object says nothing ",
                "6:20-24 null can't be a node of a schema ",
                "7:9-12 'I J' is not a Swift type ",
                "8:4-5 the key 'a' is in this object already ",
            ])
    }

    /// What a broken node would have been is not known, so its name can't clash, nor its shape differ.
    @Test(arguments: [
        #"{"strings": {"<id>": 5}}"#,
        #"{"x": "Message", "messages": {"<id>": 5}}"#,
        #"{"x": "User", "user": {"$type": "Us er", "name": "String"}}"#,
        #"{"x": {"$name": "T", "a": "A"}, "y": {"$name": "T", "a": 5}}"#,
        #"{"messages": {"$singular": "m", "<id>": 5}}"#,
        #"{"settings": {"a": "A"}, "settings": {"a": "A"}}"#,
        #"{"a": {"$tpye": "A"}}"#,
        #"{"a": {"<id>": "A", "<id>": "B"}}"#,
        #"{"a": {"$type": "A", "$type": "B"}}"#,
        #"{"a": {"b": "B", "$name": "S", "$name": "T"}}"#,
    ])
    func brokenNodeCausesNoFurtherErrors(schema: String) {
        #expect(briefFindings(schema).count == 1, "\(findings(schema))")
    }
}
