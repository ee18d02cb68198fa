import DatabaseTransport
import Foundation
import RealtimeDatabaseServer
import Testing
import TypedDatabase
import TypedPaths

@testable import TypedDatabaseFirebase

/// The texts that apps show.
@Suite struct ErrorTests {
    @Test(arguments: [
        TreeDatabaseError(.unavailable, at: ["a"], "nobody answers") as any Error,
        InvalidPathKey.empty,
    ])
    func theLocalizedDescriptionIsTheErrorsOwn(error: any Error) {
        #expect(error.localizedDescription == "\(error)")
    }
}

@Suite(.serialized) struct FirebaseEngineTests {
    /// No bound of the protocol is at children, so that the server can't cut these pages.
    @Test(arguments: 1...4, [false, true])
    func pagesGoOnAmongElementsThatAreOrderedByChildren(
        _ size: Int, _ isReversed: Bool
    ) async throws {
        var options = RealtimeDatabaseServer.Options()
        options.demandsIndexes = false
        try await ServedEngine.run(options: options) { served in
            try await served.engine.set(
                [
                    "7": ["score": ["a": 1]], "a": ["score": 5], "b": ["score": ["b": 2]],
                    "c": ["score": ["a": 1]], "d": ["score": "x"], "e": ["name": "E"],
                    "f": ["score": ["x": ["y": true]]],
                ], at: ["players"])
            let players: Path<TreeValue>.Collection = Path.append(Path(), "players")
            let byScore = TreeDatabase(served.engine).children(of: players)
                .ordered(byChild: "score")
            var keys: [String] = []
            for try await page in (isReversed ? byScore.reversed() : byScore).pages(of: size) {
                keys += page.children.map(\.key)
            }
            let expected = ["e", "a", "d", "7", "b", "c", "f"]
            #expect(keys == (isReversed ? expected.reversed() : expected))
        }
    }

    @Test func aReplacementThatFailsTakesOneRequest() async throws {
        try await ServedEngine.run { served in
            let nothing = try await served.engine.read(["a"], .all)
            try await served.engine.set(1, at: ["a"])
            let count = served.server.requestCount
            let result = try await served.engine.replace(
                ["a"], with: PendingValue(2), ifVersionIs: nothing.version)
            guard case .changed(let current) = result else {
                Issue.record("replaced")
                return
            }
            #expect(current.value == 1)
            #expect(served.server.requestCount == count + 1)
        }
    }

    @Test(arguments: [
        "", "HTTP/1.1 200 OK\r\nETag: x", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{\"a\"",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{\"a\"",
        "SSH-2.0-OpenSSH_9.6\r\n", "HTTP/1.1 503 \r\nContent-Length: 0\r\n\r\n",
        String(repeating: "x", count: 1_000_000),
    ])
    func answersThatAreNoneAreAskedForAgain(garbage: String) async throws {
        try await ServedEngine.run { served in
            let fault = Fault.garbage(Array(garbage.utf8))
            served.server.faults.add(fault, fault)
            try await served.engine.set(1, at: ["a"])
            served.server.faults.add(fault, fault)
            #expect(try await served.engine.value(at: ["a"]) == 1)
        }
    }

    @Test(
        arguments: [
            (
                401, "WWW-Authenticate: Basic realm=\"x\"\r\n", "{}", .unauthenticated,
                "status 401: {} (the server doesn't accept the token)"
            ),
            (
                200, "", "<html>", .unavailable,
                "the server's answer can't be read: not JSON at byte 0: expected a value"
            ),
        ] as [(Int, String, String, TreeDatabaseError.Kind, String)])
    func otherAnswersAreErrors(
        status: Int, field: String, body: String, kind: TreeDatabaseError.Kind, message: String
    ) async throws {
        try await ServedEngine.run { served in
            let answer =
                "HTTP/1.1 \(status) x\r\n\(field)Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
            served.server.faults.add(.garbage(Array(answer.utf8)))
            let error = await #expect(throws: TreeDatabaseError.self) {
                try await served.engine.value(at: ["a"])
            }
            #expect(error == TreeDatabaseError(kind, at: ["a"], message))
        }
    }

    @Test func aServerThatIsGoneIsUnavailable() async throws {
        let engine = try FirebaseEngine(
            url: "http://127.0.0.1:1", token: nil, transport: SystemTransport.make(),
            settings: .fast)
        for write in [false, true] {
            let error = await #expect(throws: TreeDatabaseError.self) {
                if write {
                    try await engine.set(1, at: ["a"])
                } else {
                    _ = try await engine.value(at: ["a"])
                }
            }
            #expect(error?.kind == .unavailable)
            #expect(error?.place == ["a"])
        }
    }
}
