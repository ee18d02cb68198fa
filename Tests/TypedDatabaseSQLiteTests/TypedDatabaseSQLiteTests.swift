import Testing

@testable import TypedDatabaseSQLite
