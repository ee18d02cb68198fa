import Foundation
import RealtimeDatabaseServer
import TestSupport
import Testing
import TypedDatabase
import TypedPaths

@testable import TypedDatabaseFirebase

/// Runs the examples of the page on going online, which these tests repeat word for word.
@Suite struct GoingOnlinePageTests {
    private let messageID = MessageID(rawValue: "m1")
    private var room: Path<Chatroom> { Path().chatroom(ChatroomID(rawValue: "firechat")) }

    @Test func allOfItsCodeIsInATest() throws {
        let page = try MarkdownPage("GoingOnline.md")
        let tests = try lines(
            Repository.text(of: "Tests/Database/OnlineTests/GoingOnlinePageTests.swift"))
        let blocks = page.blocks.filter { $0.language == "swift" }
        #expect(blocks.count >= 7)
        for block in blocks {
            let code = try lines(block.text)
            #expect(tests.contains(code), "line \(block.line) isn't in a test")
        }
    }

    @Test(arguments: Isolation.allCases)
    func itsCodeCompilesUnderEitherIsolation(isolation: Isolation) async throws {
        let blocks = try MarkdownPage("GoingOnline.md").blocks.filter {
            $0.language == "swift" && !$0.text.contains("FirebaseSDKEngine")
        }
        let functions = blocks.map { "func block\($0.line)() async throws {\n\($0.text)\n}\n" }
        let code = Self.surroundings + functions.joined()
        // Most of the values that the page makes are used elsewhere.
        let errors = try await DatabaseCompiler()
            .typecheck(code, isolation: isolation, ["-no-warnings-as-errors"])
        #expect(errors == [])
    }

    private static let surroundings = """
        import TypedDatabase
        import TypedDatabaseFirebase
        import TypedPaths

        struct Message: Codable { var author: String }
        struct Session { func idToken() async throws -> String { "token" } }
        struct ServiceAccount { func accessToken() async throws -> String { "owner" } }
        struct Room { var messages: Path<Message>.Collection { Path.append(Path(), "messages") } }

        let database = TreeDatabase(MemoryEngine())
        let (address, session, serviceAccount) = ("", Session(), ServiceAccount())
        let room = Room()
        let counter: Path<Int> = Path.append(Path(), "counter")
        nonisolated(unsafe) var notice: String?


        """

    private func lines(_ text: String) throws -> String {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
            .joined(separator: "\n")
    }

    @Test func aQueryByAChildIsAsked() async throws {
        let database = TreeDatabase(MemoryEngine())
        let mine = database.children(of: room.messages).ordered(byChild: "author").equal(to: "ana")
        let messages = try await mine.get()
        #expect(messages.isEmpty)
    }

    @Test func anEngineIsMadeFromTheServicesAddress() throws {
        let engine = try FirebaseEngine(url: "https://my-database.firebaseio.com")
        let database = TreeDatabase(engine)
        _ = database
        #expect("\(engine)" == "FirebaseEngine(https://my-database.firebaseio.com)")
    }

    @Test func anEngineIsMadeFromTheLocalServersAddress() throws {
        let engine = try FirebaseEngine(url: "http://127.0.0.1:9000?ns=my-database")
        #expect("\(engine)" == "FirebaseEngine(http://127.0.0.1:9000)")
    }

    @Test func theRulesFitTheChat() async throws {
        let page = try MarkdownPage("GoingOnline.md")
        let folder = try TemporaryFolder()
        try folder.write(
            try #require(page.blocks.first { $0.language == "json" }).text, to: "rules.json")
        var options = RealtimeDatabaseServer.Options()
        options.watchedRulesFile = folder.path("rules.json")
        try await DevelopmentServer.run(options) { server in
            let somebody = try FirebaseEngine(url: server.url) { .idToken("somebody") }
            let database = TreeDatabase(somebody)
            try await database.set(Message(author: "ana", text: "Hi"), at: room.message(messageID))
            let mine = database.children(of: room.messages).ordered(byChild: "author").equal(
                to: "ana")
            let messages = try await mine.get()
            #expect(try messages.decoded().map(\.text) == ["Hi"])

            let nobody = TreeDatabase(try FirebaseEngine(url: server.url))
            await #expect(throws: TreeDatabaseError.self) {
                _ = try await nobody.value(at: room.message(messageID))
            }
            await #expect(throws: TreeDatabaseError.self) {
                try await database.set("Fire Chat", at: room.name)
            }
        }
    }

    @Test func tokensComeFromClosures() async throws {
        var options = RealtimeDatabaseServer.Options()
        options.isOpen = false
        try await DevelopmentServer.run(options) { server in
            let address = server.url
            let (session, serviceAccount) = (Session(), ServiceAccount())
            try await {
                let engine = try FirebaseEngine(url: address) {
                    .idToken(try await session.idToken())
                }
                await #expect(throws: TreeDatabaseError.self) { try await engine.read(.root, .all) }
            }()
            try await {
                let engine = try FirebaseEngine(url: address) {
                    .accessToken(try await serviceAccount.accessToken())
                }
                #expect(try await engine.read(.root, .all).value == nil)
            }()
        }
    }

    @Test func anIncrementWhoseAnswerIsLostThrows() async throws {
        try await DevelopmentServer.run { server in
            let counter: Path<Int> = Path.append(Path(), "counter")
            let database = TreeDatabase(try FirebaseEngine(url: server.url))
            server.faults.add(.cut(after: 0))
            do {
                try await database.write { $0.increment(counter, by: 1) }
            } catch let error as TreeDatabaseError where error.kind == .outcomeUnknown {
                // It may have been done, or not. Read it, or tell the user: to repeat it may count twice.
            }
            #expect(try await database.value(at: counter) == 1)
        }
    }

    @MainActor
    @Test func theConnectionIsFollowed() async throws {
        let window = Window()
        let database = TreeDatabase(try FirebaseEngine(url: "http://127.0.0.1:9000"))
        let task = Task { await window.follow(database) }
        // Nobody has asked for anything, so that there is nothing to tell yet.
        while window.notice != nil { await Task.yield() }
        task.cancel()
        await task.value
    }
}

@MainActor
private final class Window {
    var notice: String? = "not asked yet"

    func follow(_ database: TreeDatabase) async {
        for await state in database.connection {
            notice = state.reason.map { "Offline: \($0.message)" }
        }
    }
}

private struct Session {
    func idToken() async throws -> String { "token" }
}

private struct ServiceAccount {
    func accessToken() async throws -> String { "owner" }
}
