import Testing

@testable import TypedDatabaseFirebase
