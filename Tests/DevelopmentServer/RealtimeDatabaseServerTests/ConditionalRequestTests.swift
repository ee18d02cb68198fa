import Testing
import TypedDatabase

@testable import RealtimeDatabaseServer

@Suite(.serialized) struct ConditionalRequestTests {
    let server: RealtimeDatabaseServer

    init() throws {
        server = try RealtimeDatabaseServer(engine: MemoryEngine())
    }

    private func tag(_ target: String) async throws -> String? {
        try await server.request("GET", target, headers: ["X-Firebase-ETag": "true"]).headers[
            "etag"]
    }

    @Test func tagsAreThoseOfValues() async throws {
        #expect(try await tag("/a.json") == "null_etag")
        _ = try await server.request("PUT", "/a/b.json", "1")
        let first = try await tag("/a.json")
        _ = try await server.request("PUT", "/a/b.json", "2")
        #expect(try await tag("/a.json") != first)
        _ = try await server.request("PUT", "/a/b.json", "1")
        #expect(try await tag("/a.json") == first)
        #expect(try await server.request("GET", "/a.json").headers["etag"] == nil)
    }

    @Test func writesGiveTheNewTag() async throws {
        let headers = ["X-Firebase-ETag": "true"]
        let put = try await server.request("PUT", "/a.json", "1", headers: headers)
        #expect(try await put.headers["etag"] == tag("/a.json"))
        let delete = try await server.request("DELETE", "/a.json", headers: headers)
        #expect(delete.headers["etag"] == "null_etag")
    }

    @Test func aWriteWithTheWrongTagIsAnsweredWithTheValueAndItsTag() async throws {
        _ = try await server.request("PUT", "/a.json", #"{"b":1}"#)
        for method in ["PUT", "DELETE"] {
            let answer = try await server.request(
                method, "/a.json", "2", headers: ["if-match": "null_etag"])
            #expect(answer.status == 412)
            #expect(answer.body == #"{"b":1}"#)
            #expect(try await answer.headers["etag"] == tag("/a.json"))
        }
    }

    @Test func aWriteWithTheRightTagIsMade() async throws {
        let put = try await server.request(
            "PUT", "/a.json", "1", headers: ["if-match": "null_etag"])
        #expect(put.status == 200)
        let tag = try #require(put.headers["etag"])
        let delete = try await server.request("DELETE", "/a.json", headers: ["if-match": tag])
        #expect(delete.status == 200)
        #expect(delete.headers["etag"] == "null_etag")
    }

    @Test func aReadWithTheCurrentTagHasNoBody() async throws {
        _ = try await server.request("PUT", "/a.json", "1")
        let tag = try #require(try await tag("/a.json"))
        let same = try await server.request("GET", "/a.json", headers: ["if-none-match": tag])
        #expect(same.status == 304 && same.body == "" && same.headers["etag"] == tag)
        _ = try await server.request("PUT", "/a.json", "2")
        let other = try await server.request("GET", "/a.json", headers: ["if-none-match": tag])
        #expect(other.status == 200 && other.body == "2" && other.headers["etag"] != tag)
    }

    @Test(arguments: [("PATCH", "/a.json"), ("POST", "/a.json"), ("PUT", "/a.json?print=silent")])
    func otherRequestsCannotBeConditional(method: String, target: String) async throws {
        let headers = ["if-match": "null_etag"]
        let answer = try await server.request(method, target, #"{"b":1}"#, headers: headers)
        #expect(answer.status == 400)
        #expect(try await server.get("/a.json") == "null")
    }
}
