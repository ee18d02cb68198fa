import Foundation
import RealtimeDatabaseServer
import TestSupport
import Testing
import TypedDatabase
import TypedDatabaseFirebase
import TypedDatabaseFirestore
import TypedPaths

/// Runs the examples of the page on Firestore, which these tests repeat word for word.
@Suite(.serialized) struct FirestorePageTests {
    private let room = Path().room("swift")

    @Test func allOfItsCodeIsInATest() throws {
        let page = try MarkdownPage("Firestore.md")
        // The section about schemas has a test of its own.
        let start = try #require(page.text.range(of: "## The engine")).lowerBound
        let text = MarkdownPage(name: page.name, text: String(page.text[start...]))
        let tests = try lines(
            Repository.text(of: "Examples/RoomsTests/FirestorePageTests.swift"))
        let blocks = text.blocks.filter { $0.language == "swift" }
        #expect(blocks.count >= 6)
        for block in blocks {
            #expect(tests.contains(try lines(block.text)), "\(block.text) isn't in a test")
        }
        let schema = try #require(text.blocks.first { $0.language == "json" })
        let used = try Repository.text(of: "Examples/RoomsTests/rooms.paths.json")
        #expect(try lines(schema.text) == lines(used))
    }

    private func lines(_ text: String) throws -> String {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
            .joined(separator: "\n")
    }

    @Test func anEngineIsMadeOfAProjectAndALayout() throws {
        let engine = try FirestoreEngine(
            project: "my-project", layout: Root.documents, emulator: nil)
        let database = TreeDatabase(engine)
        _ = database
        #expect(
            "\(engine)"
                == "FirestoreEngine(https://firestore.googleapis.com/projects/my-project/databases/(default))"
        )
    }

    @Test func tokensComeFromClosures() throws {
        let (session, serviceAccount, check) = (Session(), ServiceAccount(), AppCheck())
        try {
            let engine = try FirestoreEngine(project: "my-project", layout: Root.documents) {
                .idToken(try await session.idToken())
            }
            _ = engine
        }()
        try {
            let engine = try FirestoreEngine(project: "my-project", layout: Root.documents) {
                .accessToken(try await serviceAccount.accessToken())
            }
            _ = engine
        }()
        try {
            let engine = try FirestoreEngine(project: "my-project", layout: Root.documents) {
                .idToken(try await session.idToken())
            } appCheck: {
                try await check.token()
            }
            _ = engine
        }()
    }

    @Test(.enabled(if: FirestoreEngine.emulatorHost != nil))
    func messagesAreReadByTheirTime() async throws {
        let database = TreeDatabase(
            try FirestoreEngine(project: FirestoreProject.makeID(), layout: Root.documents))
        for text in ["Hi", "Hello"] {
            try await database.add(Message(author: "ana", text: text), to: room.messages)
        }
        let newest = try await database.children(of: room.messages).ordered(by: \.sentAt).last(50)
            .get()
        #expect(newest.count == 2)
    }

    @Test(.enabled(if: FirestoreEngine.emulatorHost != nil))
    func aDocumentIsRemovedWithItsMessages() async throws {
        let database = TreeDatabase(
            try FirestoreEngine(project: FirestoreProject.makeID(), layout: Root.documents))
        try await database.set(Room(name: "Swift", openedAt: .now), at: room)
        try await database.add(Message(author: "ana", text: "Hi"), to: room.messages)
        let messages = try await database.keys(of: room.messages)
        try await database.write { batch in
            for id in messages { batch.remove(at: room.message(id)) }
        }
        try await database.remove(at: room)
        #expect(try await !database.exists(at: room.messages))
        #expect(try await !database.exists(at: room))
    }

    @Test(.enabled(if: FirestoreEngine.emulatorHost != nil))
    func aRealtimeDatabaseMoves() async throws {
        let server = try RealtimeDatabaseServer(engine: MemoryEngine())
        defer { Task { await onThread { server.stop() } } }
        let before = TreeDatabase(try FirebaseEngine(url: server.url))
        for number in 0..<250 {
            let room = Path().room("room \(number)")
            let opened = Date(timeIntervalSince1970: Double(number))
            try await before.set(
                Room(name: "\(number)", openedAt: opened, members: ["ana": true]), at: room)
            if number % 100 == 0 {
                for _ in 0..<3 {
                    try await before.add(Message(author: "ana", text: "Hi"), to: room.messages)
                }
            }
        }
        let after = TreeDatabase(
            try FirestoreEngine(project: FirestoreProject.makeID(), layout: Root.documents))
        try await move(from: before, to: after)
        for number in 0..<250 {
            let room = Path().room("room \(number)")
            #expect(try await after.value(at: room) == before.value(at: room))
        }
        let room = Path().room("room 100")
        let moved = try await after.children(of: room.messages).get()
        let messages = try await before.children(of: room.messages).get()
        #expect(moved.map(\.key) == messages.map(\.key))
        #expect(moved.count == 3)
        #expect(try moved.decoded() == messages.decoded())
        // The second time, nothing changes.
        try await move(from: before, to: after)
        #expect(try await after.children(of: Path().rooms).count() == 250)
    }

    private func move(from before: TreeDatabase, to after: TreeDatabase) async throws {
        for try await rooms in before.children(of: Path().rooms).pages(of: 100) {
            try await after.write { batch in
                for room in rooms.children { batch.set(try room.value, at: room.path) }
            }
            for room in rooms.children {
                for try await messages in before.children(of: room.path.messages).pages(of: 500) {
                    try await after.write { batch in
                        for message in messages.children {
                            batch.set(try message.value, at: message.path)
                        }
                    }
                }
            }
        }
    }
}

private struct Session {
    func idToken() async throws -> String { "token" }
}

private struct ServiceAccount {
    func accessToken() async throws -> String { "owner" }
}

private struct AppCheck {
    func token() async throws -> String { "token" }
}
