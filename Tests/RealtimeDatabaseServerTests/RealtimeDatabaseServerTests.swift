import Testing

@testable import RealtimeDatabaseServer
