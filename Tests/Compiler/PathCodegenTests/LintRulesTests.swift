import PathSchema
import Testing

@testable import PathCodegen

/// A file says which rules of `swift format lint` its names can't keep, and no others.
@Suite struct LintRulesTests {
    @Test(arguments: [
        (#"{"name": "String", "rooms": {"<id>": {"name": "String"}}}"#, []),
        (#"{"_private": "String", "iPhone": "String"}"#, []),
        (#"{"2019_01": "String"}"#, ["AlwaysUseLowerCamelCase"]),
        (#"{"x": {"$type": "Int", "$member": "Value"}}"#, ["AlwaysUseLowerCamelCase"]),
        (#"{"rooms": {"<room_>": "Room"}}"#, ["AlwaysUseLowerCamelCase"]),
        (#"{"été": "String"}"#, ["IdentifiersMustBeASCII"]),
        (#"{"room": {"$name": "room", "x": "X"}}"#, ["TypeNamesShouldBeCapitalized"]),
        // With what is combined with it, the first character is no capital.
        (#"{"room": {"$name": "R\u0345", "x": "X"}}"#, ["TypeNamesShouldBeCapitalized"]),
        (
            #"{"$options": {"namespace": "db"}, "room": {"x": "X"}}"#,
            ["TypeNamesShouldBeCapitalized"]
        ),
    ])
    func rulesAreNamed(text: String, rules: [String]) throws {
        let source = SourceText(name: "schema.json", text: text)
        let schema = try #require(SchemaCompiler.compile([source]).schema)
        #expect(LintRules.violated(by: schema) == rules)
    }
}
