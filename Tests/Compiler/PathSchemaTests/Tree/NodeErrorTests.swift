import Testing

/// Errors in nodes, as text.
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
            note: the types of numbers are "Int" and "Double"

            """
        ),
        (
            #"{"isOpen": true}"#,
            """
            schema.json:1:12: error: a boolean can't be a node of a schema
            1 | {"isOpen": true}
              |            ^~~~
            note: the type of true and false is "Bool"

            """
        ),
        (
            #"{"name": null}"#,
            """
            schema.json:1:10: error: null can't be a node of a schema
            1 | {"name": null}
              |          ^~~~
            note: a value that may be missing has a type with a question mark, as in "String?"

            """
        ),
        (
            #"{"users": {}}"#,
            """
            schema.json:1:11: error: this object has neither a type nor children
            1 | {"users": {}}
              |           ^~
            note: a node names a type, as in "name": "String", or has children

            """
        ),
        (
            "{ }",
            """
            schema.json:1:1: error: this object has neither a type nor children
            1 | { }
              | ^~~
            note: a node names a type, as in "name": "String", or has children

            """
        ),
        (
            #"{"users": {"<uid>": "User", "<name>": "User"}}"#,
            """
            schema.json:1:30: error: an object can have only one placeholder
            1 | {"users": {"<uid>": "User", "<name>": "User"}}
              |                              ^~~~~~
            schema.json:1:13: note: the first is here
            1 | {"users": {"<uid>": "User", "<name>": "User"}}
              |             ^~~~~
            note: a placeholder matches any key, so both would match the same nodes

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
            note: qualify yours with its module, as in "MyApp.Collection"

            """
        ),
    ])
    func nodeThatCantBeIsReported(schema: String, diagnostic: String) {
        #expect(findings(schema) == diagnostic)
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
                "3:5-6 a database key can't contain '.' ",
                "3:10-11 a number can't be a node of a schema ",
                "4:22-25 an object can have only one placeholder ",
                "4:29-32 'Y Z' is not a Swift type ",
                "5:8-10 this object has neither a type nor children ",
                "6:20-24 null can't be a node of a schema ",
                "7:9-12 'I J' is not a Swift type ",
                "8:4-5 duplicate key 'a' ",
            ])
    }

    /// A node with an error has no known name or shape, so neither can clash with another's.
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
