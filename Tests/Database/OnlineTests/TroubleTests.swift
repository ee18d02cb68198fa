import DatabaseTransport
import Foundation
import RealtimeDatabaseServer
import TestSupport
import Testing
import TypedDatabase
import TypedPaths

@testable import TypedDatabaseFirebase

/// The messages in the page's table of trouble are those that the library has.
@Suite struct TroubleTests {
    static let messages = Result {
        try MarkdownPage("GoingOnline.md").text.matches(of: /(?m)^\| `(.+?)` \|/).map { "\($0.1)" }
    }

    @Test func eachMessageOfTheTableIsMadeHere() throws {
        #expect(try Self.messages.get().filter { Self.troubles[$0] == nil } == [])
    }

    @Test(arguments: try messages.get())
    func theMessageIsTheRealOne(_ message: String) async throws {
        guard let cause = Self.troubles[message] ?? nil else { return }
        try await DevelopmentServer.run { server in
            do {
                try await cause(server)
                Issue.record("nothing went wrong")
            } catch {
                #expect("\(error)".contains(message))
            }
        }
    }

    private typealias Cause = @Sendable (RealtimeDatabaseServer) async throws -> Void

    /// The cause of each message; `nil` where a test can't bring it about.
    private static let troubles: [String: Cause?] = [
        "Permission denied (the rules don't allow this user to read it)": { server in
            server.faults.add(.status(401, body: "{\"error\":\"Permission denied\"}"))
            _ = try await name(in: database(server))
        },
        "Auth token is expired (the server doesn't accept the token)": { server in
            server.expire(token: "old")
            _ = try await name(in: database(server) { .idToken("old") })
        },
        "the token is empty, or has characters that no token has": { server in
            _ = try await name(in: database(server) { .idToken("token\n") })
        },
        #"Index not defined, add ".indexOn": "author", for path "/chatrooms/firechat/messages", to the rules"#:
            { server in
                _ = try await database(server).children(of: room.messages)
                    .ordered(byChild: "author").equal(to: "ana").get()
            },
        "it must begin with \"https://\"; \"http://\" is only for this machine": { _ in
            _ = try FirebaseEngine(url: "http://my-database.firebaseio.com")
        },
        "the address of a database has no path": { _ in
            _ = try FirebaseEngine(url: "https://my-database.firebaseio.com/chatrooms")
        },
        "it was tried several times": { server in
            server.faults.decide { _ in .drop }
            _ = try await name(in: database(server))
        },
        "the write may have been done, or not": { server in
            server.faults.add(.cut(after: 0))
            let count: Path<Int> = Path.append(Path(), "count")
            try await database(server).write { $0.increment(count, by: 1) }
        },
        "which is no host of this database; nothing was sent there": { server in
            server.faults.add(.redirect(to: "https://example.com/login"))
            _ = try await name(in: database(server))
        },
        "a number must be finite": { server in
            try await database(server).set(
                .infinity, at: Path.append(Path(), "number") as Path<Double>)
        },
        // Printed by the system's loader.
        "libcurl.so.4: cannot open shared object file": nil,
    ]

    private static var room: Path<Chatroom> { Path().chatroom(ChatroomID(rawValue: "firechat")) }

    private static func name(in database: TreeDatabase) async throws -> String? {
        try await database.value(at: room.name)
    }

    private static func database(
        _ server: RealtimeDatabaseServer, _ token: TokenSource.Fetch? = nil
    ) throws -> TreeDatabase {
        TreeDatabase(try DevelopmentServer.engine(server, token))
    }
}
