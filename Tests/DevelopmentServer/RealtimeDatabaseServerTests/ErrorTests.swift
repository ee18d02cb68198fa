import Testing
import TypedDatabase

@testable import RealtimeDatabaseServer

/// The service's own words, as clients of it know them.
@Suite(.serialized) struct ErrorTests {
    let server: RealtimeDatabaseServer

    init() throws {
        server = try RealtimeDatabaseServer(engine: MemoryEngine(["a": ["x": ["n": 1], "y": 2]]))
    }

    static let key = "orderBy=%22$key%22"

    @Test(arguments: [
        ("limitToFirst=1", "orderBy must be defined when other query parameters are defined"),
        ("orderBy=n", "orderBy must be a valid JSON encoded path"),
        ("orderBy=%22a.b%22", "orderBy must be a valid JSON encoded path"),
        ("\(key)&limitToFirst=x", "limitToFirst must be an integer"),
        ("\(key)&limitToLast=0", "limitToLast must be positive"),
        (
            "\(key)&limitToLast=1&limitToFirst=1",
            "Only one of limitToFirst and limitToLast may be specified"
        ),
        (
            "\(key)&equalTo=%22x%22&startAt=%22x%22",
            "equalTo cannot be specified in addition to startAfter, startAt, endAt, or endBefore"
        ),
        ("\(key)&startAt=1", "Provided key index type is invalid, must be string"),
        ("orderBy=%22n%22&startAt=x", "Constraint index field must be a JSON primitive"),
        ("orderBy=%22n%22&startAt=[1]", "Constraint index field must be a JSON primitive"),
        ("orderBy=%22n%22&startAt=1,2", "Constraint index field must be a JSON primitive"),
        (
            "orderBy=%22n/m%22",
            #"Index not defined, add ".indexOn": "n/m", for path "/a", to the rules"#
        ),
        (
            "orderBy=%22$value%22",
            #"Index not defined, add ".indexOn": ".value", for path "/a", to the rules"#
        ),
        ("shallow=true&\(key)", "Mixing 'shallow' and querying parameters is not supported"),
    ])
    func aQueryThatIsNone(query: String, error: String) async throws {
        let answer = try await server.request("GET", "/a.json?\(query)")
        #expect(answer.status == 400)
        #expect(answer.error == error)
    }

    @Test(arguments: [
        ("PUT", "", "Error: No data supplied."),
        ("PUT", "{", "Invalid data; couldn't parse JSON object, array, or value."),
        (
            "PATCH", "[]",
            "Invalid data; couldn't parse JSON object. "
                + "Are you sending a JSON object with valid key names?"
        ),
        (
            "PUT", #"{"a.b":1}"#,
            "Invalid data; couldn't parse key beginning at 1:2. "
                + "Key value can't be empty or contain $ # [ ] / or ."
        ),
        (
            "PUT", "{\"a\":1,\n  \"b\":{\"\":1}}",
            "Invalid data; couldn't parse key beginning at 2:8. "
                + "Key value can't be empty or contain $ # [ ] / or ."
        ),
    ])
    func aBodyThatCannotBeWritten(method: String, body: String, error: String) async throws {
        let answer = try await server.request(method, "/a.json", body)
        #expect(answer.status == 400)
        #expect(answer.error == error)
    }

    @Test(arguments: [
        ("/a", 404, "append .json to your request URI to use the REST API."),
        ("/a.b.json", 400, "Invalid path: Invalid token in path"),
        ("/a%2Fb.json", 400, "Invalid path: Invalid token in path"),
        ("/%FF.json", 400, "Invalid path: Invalid token in path"),
        ("/a.json?timeout=1h", 400, "timeout must be a number with ms, s or min, at most 15min."),
    ])
    func anAddressThatIsNone(target: String, status: Int, error: String) async throws {
        let answer = try await server.request("GET", target)
        #expect(answer.status == status)
        #expect(answer.error == error)
    }

    @Test func errorsAreWrittenAsTheServiceWritesThem() async throws {
        #expect(
            try await server.request("GET", "/a.b.json").body
                == "{\n  \"error\" : \"Invalid path: Invalid token in path\"\n}\n")
    }

    @Test func webPagesAreNotAnswered() async throws {
        let headers = ["Origin": "https://example.com"]
        #expect(try await server.request("DELETE", "/.json", headers: headers).status == 403)
        #expect(try await server.get("/a/y.json") == "2")
    }

    @Test func aReadEndsAfterItsTimeout() async throws {
        let server = try RealtimeDatabaseServer(engine: SlowEngine())
        let answer = try await server.request("GET", "/a.json?timeout=20ms")
        #expect(answer.status == 400)
        #expect(answer.error == "The read took longer than its timeout.")
        #expect(try await server.get("/a.json?timeout=1min") == "1")
    }

    @Test func anEngineThatFailsIsAnError() async throws {
        let server = try RealtimeDatabaseServer(engine: SlowEngine())
        #expect(try await server.request("PUT", "/a.json", "1").status == 500)
    }

    @Test func treesThatAreTooDeepAreRefused() async throws {
        let deep = { (depth: Int) in
            String(repeating: #"{"k":"#, count: depth) + "1" + String(repeating: "}", count: depth)
        }
        #expect(try await server.request("PUT", "/.json", deep(32)).status == 200)
        #expect(try await server.request("PUT", "/.json", deep(33)).status == 400)
        #expect(try await server.request("PUT", "/a.json", deep(32)).status == 400)
        #expect(try await server.request("PUT", "/a.json", deep(100_000)).status == 400)
        #expect(
            try await server.request("PUT", String(repeating: "/k", count: 33) + ".json", "1")
                .status == 400)
    }
}
