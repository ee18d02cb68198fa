import Testing

/// The names that a namespace and an app's types can't have, and those that they can.
@Suite struct ReservedNameTests {
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
        (#"{ "top": "Root" }"#, typeOfTheRoot),
        (#"{ "top": { "$type": "Root", "limit": "Int" } }"#, typeOfTheRoot),
        (#"{ "tops": "[String: Root]" }"#, typeOfTheRoot),
        (#"{ "tops": { "<id: Root>": "Int" } }"#, typeOfTheRoot),
    ])
    func nameThatWouldHideAnotherIsAnError(schema: String, message: String) {
        #expect(messages(schema) == [message])
    }

    private static let typeOfTheRoot = "'Root' is the type of the database's root"

    @Test(arguments: [
        #"{ "$options": { "namespace": "Rules" }, "rules": { "limit": "Int" } }"#,
        #"{ "$options": { "namespace": "Note" }, "note": { "$name": "Note", "next": "Note" } }"#,
        #"{ "$options": { "root": "Chat" }, "top": "Root" }"#,
        #"{ "$options": { "namespace": "DB" }, "top": { "$name": "Root", "next": "Root" } }"#,
        #"{ "top": "Chat.Root" }"#,
    ])
    func nameIsFreeWhereItHidesNothing(schema: String) {
        #expect(messages(schema) == [])
    }
}
