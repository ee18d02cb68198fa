import DatabaseTransport
import Foundation
import TestSupport
import Testing
import TypedDatabase

@testable import TypedDatabaseFirestore

@Suite(.serialized, .enabled(if: FirestoreEngine.emulatorHost != nil))
struct EmulatorWatchTests {
    private static let layout = DocumentLayout(
        collections: ["users", "users/<userId>/pets", "rooms"])

    private func engine(
        transport: any HTTPTransport = SystemTransport.make()
    ) throws -> FirestoreEngine {
        let host = try #require(FirestoreEngine.emulatorHost)
        return try FirestoreEngine(
            FirestoreAddress(emulator: host), project: "p\(UInt64.random(in: 0...(.max)))",
            layout: Self.layout, token: { .accessToken("owner") }, transport: transport,
            settings: .fast)
    }

    @Test func aWatchOfADocumentHasItsFields() async throws {
        let engine = try engine()
        let watch = engine.watch(["users", "ann"], .all)
        #expect(try await watch.next() == [TreeUpdate(.root, nil)])
        try await engine.set(["name": "Ann", "age": 1], at: ["users", "ann"])
        #expect(try await watch.next() == [TreeUpdate(.root, ["name": "Ann", "age": 1])])
        try await engine.set(2, at: ["users", "ann", "age"])
        #expect(try await watch.next() == [TreeUpdate(["age"], 2)])
        try await engine.set(nil, at: ["users", "ann"])
        #expect(try await watch.next() == [TreeUpdate(.root, nil)])
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
