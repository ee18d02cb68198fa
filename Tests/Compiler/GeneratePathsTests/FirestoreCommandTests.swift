import Testing

/// The option for Firestore on the command line.
@Suite struct FirestoreCommandTests {
    private static let schema = #"{ "rooms": { "<roomId>": { "openedAt": "Date" } } }"#

    @Test func optionAddsTheLayout() async throws {
        let run = try await Command(["schema.json": Self.schema]).run("schema.json", "--firestore")
        #expect(run.errors == "")
        #expect(run.status == 0)
        #expect(run.output.contains("import TypedDatabaseFirestore\n"))
        #expect(run.output.contains("static var documents: TypedDatabaseFirestore.DocumentLayout"))
    }

    @Test func optionChecksTheShape() async throws {
        let command = try Command(["schema.json": #"{ "rooms": "String" }"#])
        let run = try await command.run("schema.json", "--firestore")
        #expect(run.errors.contains("schema.json:1:4: error: 'rooms' would be a collection"))
        #expect(run.status == 1)
    }

    @Test func notesDoNotFail() async throws {
        let command = try Command(["schema.json": #"{ "rooms": { "<roomId>": "Room" } }"#])
        let run = try await command.run(
            "schema.json", "--firestore", "--diagnostics-format", "json")
        #expect(run.errors.hasPrefix(#"{"severity":"note","message":"dates in 'Room'"#))
        #expect(run.output.contains("Root"))
        #expect(run.status == 0)
    }

    @Test func rulesAreOfTheOtherDatabase() async throws {
        let command = try Command(["schema.json": Self.schema])
        let run = try await command.run("schema.json", "--firestore", "--emit", "rules")
        #expect(run.errors.contains("warning: these are rules of the Realtime Database"))
        #expect(run.status == 0)
    }
}
