import TypedDatabase
import TypedDatabaseFirestore

/// A project of the emulator, which no other test uses.
enum FirestoreProject {
    static func makeID() -> String {
        "test-\(String(UInt64.random(in: 0...UInt64.max), radix: 36))"
    }
}
