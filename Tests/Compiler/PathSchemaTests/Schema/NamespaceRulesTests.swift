import PathSchema
import Testing

@Suite struct NamespaceRulesTests {
    @Test(arguments: [
        (
            #"{ "$options": { "namespace": "Path" }, "rules": { "limit": "Int" } }"#,
            "the namespace would be named 'Path', which the generated code itself needs"
        ),
        (
            #"{ "$options": { "namespace": "Rules" }, "rules": { "limit": "Rules" } }"#,
            "the namespace would hide your type 'Rules'"
        ),
        (
            #"{ "$options": { "namespace": "Chat" }, "latest": "[Chat.Message]" }"#,
            "the namespace would hide your type 'Chat'"
        ),
        (
            #"{ "$options": { "namespace": "Error" }, "rules": { "limit": "Int" } }"#,
            "the namespace would hide Swift's own 'Error'"
        ),
        (
            #"{ "$options": { "namespace": "Chat", "root": "Chat" }, "rules": { "limit": "Int" } }"#,
            "the namespace and the root type would both be named 'Chat'"
        ),
    ])
    func namespaceCanNotBeNamedLikeWhatItWouldHide(schema: String, message: String) {
        #expect(messages(for: schema) == [message])
    }

    @Test(arguments: [
        #"{ "$options": { "namespace": "Rules" }, "rules": { "limit": "Int" } }"#,
        #"{ "$options": { "namespace": "Note" }, "note": { "$name": "Note", "next": "Note" } }"#,
    ])
    func namespaceCanBeNamedLikeATypeInsideOfIt(schema: String) {
        #expect(messages(for: schema) == [])
    }

    private func messages(for schema: String) -> [String] {
        SchemaCompiler.compile([SourceText(name: "schema.json", text: schema)])
            .diagnostics.inDocumentOrder.map(\.message)
    }
}
