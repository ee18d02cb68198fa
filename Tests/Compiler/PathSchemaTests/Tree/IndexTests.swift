import Testing

@testable import PathSchema

/// `$index`: what a collection is ordered by besides its keys.
@Suite struct IndexTests {
    @Test(arguments: [
        (#"{"a": {"$index": "x", "<id>": {"x": "Int"}}}"#, ["x"]),
        (
            #"{"a": {"$index": ["x", "y/z"], "<id>": {"x": "Int", "y": {"z": "Int"}}}}"#,
            ["x", "y/z"]
        ),
        (#"{"a": {"$index": ".value", "<id>": "Int"}}"#, [".value"]),
        (#"{"a": {"$index": "x", "<id>": "Model"}}"#, ["x"]),
        (#"{"a": {"$index": "x", "<id>": {"$type": "Model", "y": "Int"}}}"#, ["x"]),
        (#"{"a": {"$index": "x/y", "<id>": {"x": "Model"}}}"#, ["x/y"]),
        (#"{"a": {"$index": "x", "<id>": {"n": "Int", "<any>": "Int"}}}"#, ["x"]),
    ])
    func indexIsThatOfTheCollection(schema: String, index: [String]) throws {
        let member = try #require(compiled(schema).root.members.first)
        #expect(member.placeholders.map(\.index) == [index])
    }

    @Test func eachCollectionOfCollectionsHasItsOwn() throws {
        let schema = #"{"a": {"<b>": {"$index": "x", "<c>": {"x": "Int"}}}}"#
        #expect(try compiled(schema).root.members[0].placeholders.map(\.index) == [[], ["x"]])
    }

    @Test func mixedNodesAndTheRootHaveOne() throws {
        let schema = try compiled(
            #"{"$index": "x", "a": {"$index": "y", "n": "Int", "<b>": "B"}, "<c>": {"x": "Int"}}"#)
        #expect(schema.root.members[1].placeholders[0].index == ["x"])
        #expect(schema.types[1].members[1].placeholders[0].index == ["y"])
    }

    @Test func filesAddToEachOthersIndex() throws {
        let sources = [
            #"{"a": {"$index": ["x", "y"], "<b>": "B"}}"#,
            #"{"a": {"$index": ["y", "z"], "<b>": "B"}}"#,
        ]
        .map { SourceText(name: "schema.json", text: $0) }
        let schema = try #require(SchemaCompiler.compile(sources).schema)
        #expect(schema.root.members[0].placeholders[0].index == ["x", "y", "z"])
    }

    @Test(arguments: [
        (
            #"{"a": {"$index": "x/z", "<id>": {"x": {"y": "Int"}}}}"#,
            #"1:19-22 these elements have no child 'z' | did you mean "y"?"#
        ),
        (
            #"{"a": {"$index": ".value", "<id>": {"x": "Int"}}}"#,
            #"1:19-25 these elements have children, so there is no value to order by | "$index" lists children, as in ["score", "team/name"]"#
        ),
        (
            #"{"a": {"$index": "x", "<b>": {"<c>": {"x": "Int"}}}}"#,
            "1:19-20 these elements have no child 'x' | they are collections themselves: write the index inside the placeholder's object"
        ),
        (
            #"{"a": {"$index": "x", "x": "Int"}}"#,
            #"1:9-15 "$index" is only allowed on a collection; this is a branch | a collection has a placeholder, as in { "$index": "score", "<id>": "Player" }"#
        ),
        (
            #"{"a": {"$index": "x", "$type": "A"}}"#,
            #"1:9-15 "$index" is only allowed on a collection; this is a leaf | a collection has a placeholder, as in { "$index": "score", "<id>": "Player" }"#
        ),
        (
            #"{"a": {"$index": ".key", "<b>": "B"}}"#,
            #"1:19-23 a collection is always ordered by its keys, and needs no index for that | "$index" lists children, as in "score", or ["score", "team/name"]"#
        ),
        (
            #"{"a": {"$index": ["x", 1], "<b>": "B"}}"#,
            #"1:24-25 expected the key of a child, found a number | as in "score", or ["score", "team/name"]"#
        ),
        (
            #"{"a": {"$index": [], "<b>": "B"}}"#,
            #"1:18-20 this list is empty | as in "score", or ["score", "team/name"]"#
        ),
        (
            #"{"a": {"$index": "x//y", "<b>": "B"}}"#,
            #"1:19-23 'x//y' is not the key of a child | a child is written "score", a child of it "team/name", and the elements themselves ".value""#
        ),
        (
            #"{"a": {"$index": ["x", "x"], "<b>": "B"}}"#,
            "1:25-26 'x' is already in this list | 1:20-21 it is first here"
        ),
    ])
    func misuseIsReported(schema: String, finding: String) {
        #expect(briefFindings(schema) == [finding])
    }

    private func compiled(_ text: String) throws -> Schema {
        try #require(SchemaCompiler.compile([SourceText(name: "schema.json", text: text)]).schema)
    }
}
