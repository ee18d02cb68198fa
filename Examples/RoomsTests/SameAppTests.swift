import Foundation
import RealtimeDatabaseServer
import TestSupport
import Testing
import TypedDatabase
import TypedDatabaseFirebase
import TypedDatabaseFirestore
import TypedDatabaseSQLite
import TypedPaths

/// The same app in memory, in a file, and in both of Firebase's databases: one line differs.
@Suite(.serialized) struct SameAppTests {
    @Test func inMemory() async throws {
        try await Self.useApp(TreeDatabase(MemoryEngine()))
    }

    @Test func inAFile() async throws {
        let folder = try TemporaryFolder()
        try await Self.useApp(TreeDatabase(try SQLiteEngine(at: folder.path("app.sqlite"))))
    }

    @Test func inTheRealtimeDatabase() async throws {
        var options = RealtimeDatabaseServer.Options()
        options.demandsIndexes = false
        let server = try RealtimeDatabaseServer(engine: MemoryEngine(), options: options)
        defer { Task { await onThread { server.stop() } } }
        try await Self.useApp(TreeDatabase(try FirebaseEngine(url: server.url)))
    }

    @Test(.enabled(if: FirestoreEngine.emulatorHost != nil)) func inFirestore() async throws {
        let engine = try FirestoreEngine(
            project: FirestoreProject.makeID(), layout: Root.documents)
        try await Self.useApp(TreeDatabase(engine))
    }

    private static func useApp(_ database: TreeDatabase) async throws {
        let opened = Date(timeIntervalSince1970: 1_700_000_000.5)
        let swift = Path().room("swift")
        try await database.set(Room(name: "Swift", openedAt: opened), at: swift)
        try await database.set(true, at: swift.member("ana"))

        // A watch sees what comes.
        let watch = Task {
            for try await messages in database.children(of: swift.messages).snapshots()
            where messages.count == 3 {
                return try messages.decoded().map(\.text).sorted()
            }
            return []
        }

        // One batch for a message and its count.
        var last: String?
        for (author, text) in [("ana", "Hi"), ("bob", "Hello"), ("ana", "How are you?")] {
            let id = database.newKey(in: swift.messages)
            last = id
            try await database.write { batch in
                batch.set(Message(author: author, text: text), at: swift.message(id))
                batch.increment(swift.messageCount, by: 1)
            }
        }
        #expect(try await watch.value == ["Hello", "Hi", "How are you?"])

        let newest = try await database.children(of: swift.messages).last(1).get()
        #expect(newest.map(\.key) == [last])
        let message = try #require(newest.first).value
        #expect(message.author == "ana")
        let sentAt = try #require(message.sentAt.date)
        #expect(abs(sentAt.timeIntervalSinceNow) < 86_400)

        // Pages in the order of a time.
        var texts: [String] = []
        let byTime = database.children(of: swift.messages).ordered(by: \.sentAt)
            .starting(at: .date(opened))
        for try await page in byTime.pages(of: 2) {
            texts += try page.children.decoded().map(\.text)
        }
        #expect(texts.sorted() == ["Hello", "Hi", "How are you?"])

        try await database.transaction(at: swift.name) { (name: inout String?) in
            name = (name ?? "") + "!"
        }
        try await database.transaction(at: swift.name) { (name: inout String?) in
            name = (name ?? "") + "?"
        }
        let room = try #require(try await database.value(at: swift))
        #expect(
            room
                == Room(
                    name: "Swift!?", openedAt: opened, members: ["ana": true], messageCount: 3))

        try await database.remove(at: swift.member("ana"))
        #expect(try await database.value(at: swift)?.members == [:])
        #expect(try await database.children(of: swift.messages).count() == 3)
        #expect(try await database.exists(at: swift.messages))
        #expect(try await !database.exists(at: Path().room("other").messages))
    }
}
