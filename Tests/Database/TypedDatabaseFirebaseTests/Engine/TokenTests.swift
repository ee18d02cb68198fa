import DatabaseTransport
import RealtimeDatabaseServer
import Testing
import TypedDatabase

@testable import TypedDatabaseFirebase

@Suite(.serialized) struct TokenTests {
    /// Gives tokens with a number, and counts them.
    final class Tokens: Sendable {
        private let count = Locked(0)
        let prefix: String

        init(_ prefix: String = "secret") { self.prefix = prefix }

        var given: Int { count.withLock { $0 } }

        @Sendable func next() async throws -> FirebaseToken {
            try await Task.sleep(for: .milliseconds(5))
            return count.withLock { count in
                count += 1
                return .idToken("\(prefix)\(count)")
            }
        }
    }

    struct NoToken: Error {}

    private func giving(_ token: FirebaseToken) -> TokenSource.Fetch {
        { token }
    }

    @Test func aTokenIsKeptUntilItIsRefused() async throws {
        let tokens = Tokens()
        try await ServedEngine.run(token: tokens.next) { served in
            try await withThrowingTaskGroup { group in
                for index in 0..<20 {
                    group.addTask {
                        try await served.engine.set(1, at: ["a", TreeKey("\(index)")])
                    }
                }
                try await group.waitForAll()
            }
            #expect(tokens.given == 1)
            served.server.expire(token: "secret1")
            #expect(try await served.engine.keys(of: ["a"], .all) != .nothing)
            #expect(tokens.given == 2)
            served.server.expire(token: "secret2")
            served.server.expire(token: "secret3")
            let error = await #expect(throws: TreeDatabaseError.self) {
                try await served.engine.value(at: ["a"])
            }
            #expect(error?.kind == .unauthenticated)
            #expect(error?.message == "Auth token is expired (the server doesn't accept the token)")
        }
    }

    @Test func aStreamGetsANewTokenWhenItsOwnHasExpired() async throws {
        let tokens = Tokens()
        try await ServedEngine.run(token: tokens.next) { served in
            let watch = served.engine.watch(["a"], .all)
            _ = try await watch.next()
            served.server.expire(token: "secret1")
            try await served.engine.set(1, at: ["a"])
            #expect(try await watch.next() == [TreeUpdate(.root, 1)])
            #expect(tokens.given == 2)
        }
    }

    @Test func aStreamWhoseNewTokenIsRefusedAsWellFails() async throws {
        let tokens = Tokens()
        try await ServedEngine.run(token: tokens.next) { served in
            served.server.expire(token: "secret1")
            served.server.expire(token: "secret2")
            let watch = served.engine.watch(["a"], .all)
            let error = await #expect(throws: TreeDatabaseError.self) { try await watch.next() }
            #expect(error?.kind == .unauthenticated)
            #expect(tokens.given == 2)
        }
    }

    @Test func errorsOfTheAppAreRethrown() async throws {
        let throwing: TokenSource.Fetch = { throw NoToken() }
        try await ServedEngine.run(token: throwing) { served in
            await #expect(throws: NoToken.self) { try await served.engine.value(at: ["a"]) }
            #expect(served.server.requestCount == 0)
        }
    }

    @Test func waitingForATokenCanBeCancelled() async throws {
        let never: @Sendable () async throws -> FirebaseToken = {
            try await Task.sleep(for: .seconds(3600))
            throw NoToken()
        }
        try await ServedEngine.run(token: never) { served in
            let task = Task { try await served.engine.value(at: ["a"]) }
            try await Task.sleep(for: .milliseconds(10))
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
    }

    @Test(arguments: ["", "a b", "a\r\nX-Header: 1", "é"])
    func aTokenThatCanNotBeOneIsNotSent(token: String) async throws {
        try await ServedEngine.run(token: giving(.accessToken(token))) { served in
            for _ in 1...2 {
                let error = await #expect(throws: TreeDatabaseError.self) {
                    try await served.engine.value(at: ["a"])
                }
                #expect(error?.kind == .unauthenticated)
            }
            let watch = served.engine.watch(["a"], .all)
            await #expect(throws: TreeDatabaseError.self) { try await watch.next() }
            #expect(served.server.requestCount == 0)
        }
    }

    @Test func idTokensAreParametersAndAccessTokensHeaders() async throws {
        try await ServedEngine.run(token: giving(.idToken("a+b"))) { served in
            _ = try await served.engine.value(at: ["a"])
            #expect(served.server.requests.map(\.target) == ["/a.json?ns=test&auth=a%2Bb"])
        }
        try await ServedEngine.run(token: giving(.accessToken("owner"))) { served in
            _ = try await served.engine.value(at: ["a"])
            #expect(served.server.requests.map(\.target) == ["/a.json?ns=test"])
            #expect(served.server.requests.map { $0.headers["authorization"] } == ["Bearer owner"])
        }
    }

    // MARK: - Secrecy

    @Test func noDescriptionHasTheToken() async throws {
        try await ServedEngine.run(token: giving(.idToken("s3cret+/="))) { served in
            _ = try await served.engine.value(at: ["a"])
            let watch = served.engine.watch(["a"], .all)
            _ = try await watch.next()
            for thing in [
                served.engine, served.engine.client, watch, FirebaseToken.idToken("s3cret"),
            ]
                as [Any]
            {
                var dumped = ""
                dump(thing, to: &dumped)
                #expect(!(dumped + "\(thing)" + String(reflecting: thing)).contains("s3cret"))
            }
            #expect("\(served.engine)" == "FirebaseEngine(\(served.server.url))")
        }
    }

    /// Not even a part of it, since a long body is cut off.
    @Test(arguments: [
        ("s3cret+/=", #"{"error":"bad s3cret+/="}"#, "bad …"),
        (
            "s3cret+/=", "<html>/a.json?auth=s3cret%2B%2F%3D</html>",
            "status 400: <html>/a.json?auth=…</html>"
        ),
        (
            longToken, "<html>/a.json?auth=\(longToken)</html>",
            "status 400: <html>/a.json?auth=…</html>"
        ),
    ])
    func noErrorHasTheTokenThatTheServerRepeats(
        token: String, body: String, message: String
    ) async throws {
        try await ServedEngine.run(token: giving(.idToken(token))) { served in
            served.server.faults.add(.status(400, body: body), .status(400, body: body))
            let error = await #expect(throws: TreeDatabaseError.self) {
                try await served.engine.value(at: ["a"])
            }
            #expect(error?.message == message)
            let watch = served.engine.watch(["a"], .all)
            let other = await #expect(throws: TreeDatabaseError.self) { try await watch.next() }
            #expect(other?.message == message)
        }
    }

    private static let longToken = String(repeating: "s3cret", count: 200)

    @Test func redirectionsKeepTheToken() async throws {
        try await ServedEngine.run(token: giving(.idToken("s3cret"))) { served in
            let other = try ServedEngine()
            let address = other.server.url + "/a.json?ns=test&auth=other"
            served.server.faults.add(.redirect(to: address), .redirect(to: address))
            try await served.engine.set(1, at: ["a"])
            let watch = served.engine.watch(["a"], .all)
            #expect(try await watch.next() == [TreeUpdate(.root, 1)])
            #expect(
                other.server.requests.map { "\($0.method) \($0.target)" } == [
                    "PUT /a.json?ns=test&auth=s3cret", "GET /a.json?ns=test&auth=s3cret",
                ])
            await other.server.stopped()
        }
    }

    @Test func nothingGoesToAnotherDomain() async throws {
        try await ServedEngine.run(token: giving(.idToken("s3cret"))) { served in
            let address = "https://evil.example/a.json?x=s3cret"
            served.server.faults.add(.redirect(to: address), .redirect(to: address))
            let error = await #expect(throws: TreeDatabaseError.self) {
                try await served.engine.value(at: ["a"])
            }
            #expect(
                error?.message.contains("evil.example, which is no host of this database") == true)
            #expect("\(error!)".contains("s3cret") == false)
        }
    }
}
