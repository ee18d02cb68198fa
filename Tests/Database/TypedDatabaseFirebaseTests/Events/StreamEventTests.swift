import Testing
import TypedDatabase

@testable import TypedDatabaseFirebase

@Suite struct StreamEventTests {
    @Test(
        arguments: [
            ("put", #"{"path":"/","data":null}"#, .put(.root, nil)),
            (
                "put", #"{"data":{"x":[null,1]},"path":"/a b/ü"}"#,
                .put(["a b", "ü"], ["x": ["1": 1]])
            ),
            (
                "put", "{\"path\":\"/a/\u{301}b/\u{200D}\",\"data\":1}",
                .put(["a", "\u{301}b", "\u{200D}"], 1)
            ),
            ("put", #"{"path":"/a/.priority","data":1}"#, .patch([])),
            ("put", #"{"path":"/a/.value","data":1}"#, .put(["a"], 1)),
            (
                "patch", #"{"path":"/a","data":{"b/c":1,"d":null}}"#,
                .patch([TreeUpdate(["a", "b", "c"], 1), TreeUpdate(["a", "d"], nil)])
            ),
            ("keep-alive", "null", .keepAlive),
            ("cancel", #""Permission denied""#, .cancel("Permission denied")),
            ("cancel", "null", .cancel("null")),
            (
                "auth_revoked", "credential is no longer valid",
                .authRevoked("credential is no longer valid")
            ),
            ("something_new", "?", nil),
        ] as [(String, String, StreamEvent?)])
    func eventsAreRead(name: String, data: String, event: StreamEvent?) throws {
        #expect(try StreamEvent(.init(name: name, data: Array(data.utf8))) == event)
    }

    @Test(arguments: [
        ("put", ""), ("put", "null"), ("put", #"{"data":1}"#), ("put", #"{"path":1,"data":1}"#),
        ("put", #"{"path":"/","data":1"#), ("patch", #"{"path":"/","data":1}"#),
    ])
    func garbageIsAnError(name: String, data: String) {
        #expect(throws: JSONError.self) {
            try StreamEvent(.init(name: name, data: Array(data.utf8)))
        }
    }
}
