import DatabaseTransport
import TestSupport
import TypedDatabase

@testable import TypedDatabaseFirestore

extension FirestoreEngine {
    /// Makes an engine whose server is a fake one.
    static func faked(
        _ transport: any HTTPTransport,
        layout: DocumentLayout = DocumentLayout(collections: ["users", "rooms"]),
        token: (@Sendable () async throws -> FirebaseToken)? = nil
    ) throws -> FirestoreEngine {
        try FirestoreEngine(
            FirestoreAddress(emulator: "127.0.0.1:1"), project: "demo",
            layout: layout, token: token, transport: transport, settings: .fast)
    }
}

extension TransportSettings {
    /// Settings with short pauses between retries.
    static var fast: TransportSettings {
        var settings = TransportSettings()
        settings.timeouts.idle = Patience.limit
        settings.requestBackoff = Backoff(first: .milliseconds(2), longest: .milliseconds(50))
        settings.streamBackoff = Backoff(first: .milliseconds(2), longest: .milliseconds(50))
        return settings
    }
}

extension TreeWatch {
    /// Waits until the updates have led to a state, and returns the number of updates.
    @discardableResult
    func reach(_ expected: TreeValue?, from state: inout TreeValue?) async throws -> Int {
        var count = 0
        repeat {
            for update in try await next() { state[update.place] = update.value }
            count += 1
        } while state != expected
        return count
    }
}
