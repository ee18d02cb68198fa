import Testing

/// Errors in nodes: their places, and how many there are. Most messages are in `Mistakes`.
@Suite struct NodeErrorTests {
    @Test(arguments: [
        ("{ }", "1:1-4 this object has neither a type nor children"),
        (#"{"name": ""}"#, "1:10-12 '' is not a Swift type"),
        (
            #"{"tags": "[String: Mesage Id]"}"#,
            "1:27-28 '[String: Mesage Id]' is not a Swift type: expected ']', found 'I'"
        ),
    ])
    func errorIsAtItsPlace(schema: String, finding: String) {
        #expect(placesAndMessages(schema) == [finding])
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
            placesAndMessages(schema) == [
                "2:8-9 an array can't be a node of a schema",
                "3:5-6 a database key can't contain '.'",
                "3:10-11 a number can't be a node of a schema",
                "4:22-25 an object can have only one placeholder",
                "4:29-32 'Y Z' is not a Swift type",
                "5:8-10 this object has neither a type nor children",
                "6:20-24 null can't be a node of a schema",
                "7:9-12 'I J' is not a Swift type",
                "8:4-5 duplicate key 'a'",
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
