import TypedDatabase

/// The error that something throws, if it is one of a database.
func databaseError(of body: () async throws -> Void) async -> TreeDatabaseError? {
    do {
        try await body()
        return nil
    } catch {
        return error as? TreeDatabaseError
    }
}
