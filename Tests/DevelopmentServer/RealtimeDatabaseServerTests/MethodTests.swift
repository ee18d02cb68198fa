import Testing
import TypedDatabase

@testable import RealtimeDatabaseServer

@Suite(.serialized) struct MethodTests {
    let server: RealtimeDatabaseServer

    init() throws {
        server = try RealtimeDatabaseServer(engine: MemoryEngine())
    }

    @Test func putValuesAreReadBack() async throws {
        let answer = try await server.request("PUT", "/a/b.json", #"{"c":[1,null,{"d":1.0}]}"#)
        #expect(answer.status == 200)
        #expect(answer.body == #"{"c":[1,null,{"d":1}]}"#)
        #expect(answer.headers["content-type"] == "application/json; charset=utf-8")
        #expect(try await server.get("/.json") == #"{"a":{"b":{"c":[1,null,{"d":1}]}}}"#)
        #expect(try await server.get("/a/b/c/2/d.json") == "1")
        #expect(try await server.get("/nothing.json") == "null")
        #expect(try await server.request("GET", "/nothing.json").status == 200)
    }

    @Test(arguments: [
        ("9007199254740993", "9007199254740993"),
        ("-9223372036854775808", "-9223372036854775808"),
        ("1e2", "100"),
        ("-0.0", "0"),
        ("0.1", "0.1"),
        ("1e400", nil),
        ("true", "true"),
        (#""\u00e9\ud83d\ude00\n\"\\""#, #""é😀\n\"\\""#),
        ("{}", "null"),
        ("[[],{}]", "null"),
        (#"{"a":1,"a":2}"#, #"{"a":2}"#),
        (#"{".value":5,".priority":1}"#, "5"),
        (#"{"a":1,".priority":"x"}"#, #"{"a":1}"#),
        (" [ 1 , 2 ] ", "[1,2]"),
        ("[1,]", nil),
        ("{\"a\":1", nil),
        ("nul", nil),
        ("1 2", nil),
        ("\u{1}", nil),
    ])
    func valuesAreNormalized(sent: String, stored: String?) async throws {
        let answer = try await server.request("PUT", "/value.json", sent)
        #expect(answer.status == (stored == nil ? 400 : 200))
        #expect(try await server.get("/value.json") == stored ?? "null")
    }

    @Test func postAddsUnderAscendingKeys() async throws {
        var names: [String] = []
        for number in 0..<20 {
            let body = try await server.request("POST", "/list.json", "\(number)").body
            let name = body.replacing(#"{"name":""#, with: "").replacing(#""}"#, with: "")
            #expect(name.utf8.count == 20)
            #expect(try await server.get("/list/\(name).json") == "\(number)")
            names.append(name)
        }
        #expect(names == names.sorted())
    }

    @Test func aPatchSetsPlacesAtAnyDepth() async throws {
        _ = try await server.request("PUT", "/a.json", #"{"b":1,"c":{"d":2,"e":3}}"#)
        let answer = try await server.request(
            "PATCH", "/a.json", #"{"b":null,"c/d":[true],"f/g":"x"}"#)
        #expect(answer.status == 200)
        #expect(answer.body == #"{"b":null,"c/d":[true],"f/g":"x"}"#)
        #expect(try await server.get("/a.json") == #"{"c":{"d":[true],"e":3},"f":{"g":"x"}}"#)
    }

    @Test(arguments: [
        #"{"b":1,"b/c":2}"#, #"{"b":1,"/b/":2}"#, #"{"":1}"#, #"{"x":1,"a.b":2}"#, "[1]", "3",
        "null",
    ])
    func aPatchThatCannotBeMadeChangesNothing(patch: String) async throws {
        _ = try await server.request("PUT", "/.json", #"{"old":1}"#)
        #expect(try await server.request("PATCH", "/.json", patch).status == 400)
        #expect(try await server.get("/.json") == #"{"old":1}"#)
    }

    @Test func deleteRemovesEmptyParents() async throws {
        _ = try await server.request("PUT", "/a/b/c.json", "1")
        let answer = try await server.request("DELETE", "/a/b/c.json")
        #expect(answer.body == "null")
        #expect(try await server.get("/.json") == "null")
    }

    @Test func theMethodCanBeInAField() async throws {
        let headers = ["X-HTTP-Method-Override": "PUT"]
        #expect(try await server.request("POST", "/a.json", "1", headers: headers).body == "1")
        #expect(try await server.get("/a.json") == "1")
    }

    @Test func serverValuesAreFilledIn() async throws {
        _ = try await server.request("PUT", "/a.json", #"{"n":1,"text":"x"}"#)
        let increment = #"{".sv":{"increment":2}}"#
        let patch = """
            {"n":\(increment),"text":\(increment),"new/deep":\(increment),\
            "at":{".sv":"timestamp"},"also":[{".sv":"timestamp"}]}
            """
        _ = try await server.request("PATCH", "/a.json", patch)
        #expect(try await server.get("/a/n.json") == "3")
        #expect(try await server.get("/a/text.json") == "2")
        #expect(try await server.get("/a/new.json") == #"{"deep":2}"#)
        let time = try await server.get("/a/at.json")
        #expect(try #require(Double(time)) > 1.7e12)
        #expect(try await server.get("/a/also.json") == "[\(time)]")
        #expect(try await server.request("PUT", "/a/n.json", increment).body == "5")
        #expect(
            try await server.request("PUT", "/a.json", #"{"n":\#(increment),"m":\#(increment)}"#)
                .body
                == #"{"m":2,"n":7}"#)
        #expect(try await server.request("PUT", "/a.json", #"{".sv":"unknown"}"#).status == 400)
    }

    @Test func sumsOutOfRangeAreDoubles() async throws {
        _ = try await server.request("PUT", "/n.json", "9223372036854775807")
        let answer = try await server.request("PUT", "/n.json", #"{".sv":{"increment":1}}"#)
        #expect(answer.body == "9.223372036854776e+18")
    }

    @Test func answersAreAsTheyWerePrintedFor() async throws {
        let value = #"{"a":{"b":[1,{"c":null,"d":"x"}]}}"#
        let silent = try await server.request("PUT", "/.json?print=silent", value)
        #expect(silent.status == 204 && silent.body == "")
        #expect(silent.headers["content-length"] == nil)
        #expect(
            try await server.get("/.json?print=pretty") == """
                {
                  "a" : {
                    "b" : [ 1, {
                      "d" : "x"
                    } ]
                  }
                }

                """)
    }

    @Test func shallowReadsHaveKeysOnly() async throws {
        _ = try await server.request("PUT", "/a.json", #"{"b":{"c":1},"d":2,"1":3,"0":4}"#)
        #expect(
            try await server.get("/a.json?shallow=true")
                == #"{"0":true,"1":true,"b":true,"d":true}"#)
        #expect(try await server.get("/a/d.json?shallow=true") == "2")
        #expect(try await server.get("/x.json?shallow=true") == "null")
        #expect(
            try await server.get("/a.json?shallow=true&limitToFirst=2&startAfter=0")
                == #"{"1":true,"b":true}"#)
        #expect(
            try await server.get("/a.json?shallow=true&limitToFirst=2&startAfter=%221%22")
                == #"{"b":true,"d":true}"#)
    }

    @Test func keysArePercentEncoded() async throws {
        _ = try await server.request("PUT", "/a%20b/%C3%BC%25/%3F%26+%F0%9F%98%80.json", "1")
        #expect(try await server.get("/.json") == #"{"a b":{"ü%":{"?&+😀":1}}}"#)
    }
}
