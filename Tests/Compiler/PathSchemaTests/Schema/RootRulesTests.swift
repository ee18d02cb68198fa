import PathSchema
import Testing

@Suite struct RootRulesTests {
    @Test(arguments: [
        #"{ "top": "Root" }"#,
        #"{ "top": { "$type": "Root", "limit": "Int" } }"#,
        #"{ "tops": "[String: Root]" }"#,
        #"{ "tops": { "<id: Root>": "Int" } }"#,
    ])
    func typeOfTheRootIsNoTypeOfTheApp(schema: String) {
        #expect(messages(for: schema) == ["'Root' is the type of the database's root"])
    }

    @Test(arguments: [
        #"{ "$options": { "root": "Chat" }, "top": "Root" }"#,
        #"{ "$options": { "namespace": "DB" }, "top": { "$name": "Root", "next": "Root" } }"#,
        #"{ "top": "Chat.Root" }"#,
    ])
    func typeCanBeNamedRootWhereTheRootIsNot(schema: String) {
        #expect(messages(for: schema) == [])
    }

    private func messages(for schema: String) -> [String] {
        SchemaCompiler.compile([SourceText(name: "schema.json", text: schema)])
            .diagnostics.inDocumentOrder.map(\.message)
    }
}
