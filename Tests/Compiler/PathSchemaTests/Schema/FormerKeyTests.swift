import Testing

@testable import PathSchema

/// `$was`: the members that are kept for former keys.
@Suite struct FormerKeyTests {
    @Test(arguments: [
        (#"{"color": {"$type": "S", "$was": "colour"}}"#, ["colour: colour, -"]),
        (
            #"{"a": {"$was": ["b-c", "doors"], "<id>": "A"}}"#,
            ["b-c: bC, bC", "doors: doors, door"]
        ),
        (#"{"rooms": {"$was": "Rooms", "<id>": "A"}}"#, ["Rooms: -, -"]),
        (#"{"as": {"$was": "doors", "$member": "doors", "<id>": "A"}}"#, ["doors: -, -"]),
        (#"{"as": {"$was": "doors", "$singular": "door", "<id>": "A"}}"#, ["doors: doors, -"]),
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
