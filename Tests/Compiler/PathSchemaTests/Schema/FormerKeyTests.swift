import Testing

@testable import PathSchema

/// `$was`: the members that are kept for former keys.
@Suite struct FormerKeyTests {
    @Test(arguments: [
        (#"{"color": {"$type": "S", "$was": "colour"}}"#, ["colour: colour, -"]),
        (#"{"a": {"$was": ["b-c", "ds"], "<id>": "A"}}"#, ["b-c: bC, bC", "ds: ds, d"]),
        (#"{"rooms": {"$was": "Rooms", "<id>": "A"}}"#, ["Rooms: -, -"]),
        (#"{"as": {"$was": "bs", "$member": "bs", "<id>": "A"}}"#, ["bs: -, -"]),
        (#"{"as": {"$was": "bs", "$singular": "b", "<id>": "A"}}"#, ["bs: bs, -"]),
        (#"{"a": {"$type": "A", "$was": "?!"}}"#, ["?!: -, -"]),
        (#"{"a": {"$type": "A", "$was": "_"}}"#, ["_: -, -"]),
    ])
    func membersAreThoseOfTheKeys(schema: String, kept: [String]) throws {
        let member = try #require(
            SchemaCompiler.compile([SourceText(name: "", text: schema)]).schema?.root.members.first)
        #expect(
            member.formerKeys.map { "\($0.key): \($0.name ?? "-"), \($0.accessorName ?? "-")" }
                == kept)
    }

    @Test func filesAddToEachOthersFormerKeys() {
        let sources = [
            #"{"a": {"$was": ["x", "y"], "b": "B"}}"#, #"{"a": {"$was": ["y", "z"], "c": "C"}}"#,
        ]
        let result = SchemaCompiler.compile(
            sources.enumerated().map { SourceText(name: "\($0)", text: $1) })
        #expect(result.schema?.root.members[0].formerKeys.map(\.key) == ["x", "y", "z"])
    }
}
