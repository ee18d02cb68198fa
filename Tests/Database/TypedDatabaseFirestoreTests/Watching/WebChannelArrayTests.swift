import Testing
import TypedDatabase

@testable import TypedDatabaseFirestore

@Suite struct WebChannelArrayTests {
    /// Describes the arrays of a chunk, each by its number and content.
    private func shown(_ chunk: String) throws -> [String] {
        try WebChannelArray.arrays(of: Array(chunk.utf8)).map {
            "\($0.number) \(shown($0.content))"
        }
    }

    private func shown(_ content: WebChannelArray.Content) -> String {
        switch content {
        case .greeting(let greeting):
            "greeting \(greeting.sessionID) \(greeting.keepAlive.map { "\($0)" } ?? "-")"
        case .noop: "noop"
        case .stop: "stop"
        case .error(let status): "error \(status.name) \(status.message)"
        case .message(let message): shown(message)
        case .unknown: "unknown"
        }
    }

    private func shown(_ message: ListenMessage) -> String {
        switch message {
        case .targetChange(let change):
            "\(change.kind) \(change.targetIDs)" + (change.readTime != nil ? " at" : "")
                + (change.resumeToken.map { " token \($0)" } ?? "")
                + (change.cause.map { " cause \($0.name) \($0.message)" } ?? "")
                + (change.isConsistentState ? " consistent" : "")
        case .documentChange(let document, let ids, let removedIDs):
            "change \(document.name) \(document.fields?.description ?? "-") \(ids) \(removedIDs)"
        case .documentRemoval(let name, let ids): "removal \(name) \(ids)"
        case .filter(let id, let count): "filter \(id) \(count)"
        }
    }

    @Test func theGreetingHasTheSession() throws {
        let greetings = [
            #"[[0,["c","WljoYRGEFcZ2lycTlxQNEw==","",8,12,30000]]]"#: "30000",
            #"[[0,["c","WljoYRGEFcZ2lycTlxQNEw=="]]]"#: "-",
            #"[[0,["c","WljoYRGEFcZ2lycTlxQNEw==",null,8,12,0]]]"#: "-",
        ]
        for (greeting, keepAlive) in greetings {
            #expect(try shown(greeting) == ["0 greeting WljoYRGEFcZ2lycTlxQNEw== \(keepAlive)"])
        }
    }

    @Test func messagesOfARealAnswerAreRead() throws {
        let chunk = #"""
            [[1,[{"targetChange":{"targetChangeType":"ADD","targetIds":[2]}}]],[2,[{"documentDelete":{"document":"projects/demo/databases/(default)/documents/users/ann","readTime":"2026-11-22T05:49:18.867389Z","removedTargetIds":[2]}}]],[3,[{"targetChange":{"targetChangeType":"CURRENT","targetIds":[2],"resumeToken":"CgkIjqOwzvCamAM=","readTime":"2026-11-22T05:49:18.867854Z"}}]],[4,[{"targetChange":{"resumeToken":"CgkI5qOwzvCamAM=","readTime":"2026-11-22T05:49:18.867942Z"}}]],[5,["noop"]],
            [6,[{"documentChange":{"document":{"name":"projects/demo/databases/(default)/documents/users/ann","fields":{"a":{"integerValue":"1"}},"createTime":"2026-11-22T05:49:20.169376Z","updateTime":"2026-11-22T05:49:20.169376Z"},"targetIds":[2]}}]],[7,[{"targetChange":{"targetChangeType":"RESET","targetIds":[4],"resumeToken":"CgkI1caA0PCamAM=","readTime":"2026-11-22T05:49:22.280277Z"}}]]]
            """#
        let ann = "projects/demo/databases/(default)/documents/users/ann"
        #expect(
            try shown(chunk) == [
                "1 added [2]", "2 removal \(ann) [2]", "3 current [2] at token CgkIjqOwzvCamAM=",
                "4 none [] at token CgkI5qOwzvCamAM= consistent", "5 noop",
                "6 change \(ann) {\"a\": 1} [2] []", "7 reset [4] at token CgkI1caA0PCamAM=",
            ])
    }

    @Test func messagesOfTheServiceAreRead() throws {
        let messages = [
            #"{"filter":{"targetId":2,"count":3,"unchangedNames":{"bits":{}}}}"#: "filter 2 3",
            #"{"filter":{"targetId":2}}"#: "filter 2 0",
            #"{"documentRemove":{"document":"x","removedTargetIds":[2,4]}}"#: "removal x [2, 4]",
            #"{"documentChange":{"targetIds":[2],"removedTargetIds":[4],"document":{"name":"x"}}}"#:
                "change x - [2] [4]",
            #"{"targetChange":{}}"#: "none []",
            #"{"targetChange":{"resumeToken":"","readTime":"2026-11-22T05:49:18Z"}}"#:
                "none [] at consistent",
            #"{"targetChange":{"targetIds":[2],"readTime":"2026-11-22T05:49:18Z"}}"#: "none [2] at",
            #"{"targetChange":{"targetChangeType":"REMOVE","targetIds":[2],"cause":{"code":7,"message":"No"}}}"#:
                "removed [2] cause PERMISSION_DENIED No",
            #"{"later":{"targetId":[2,{"x":null}]}}"#: "unknown",
        ]
        for (message, expected) in messages {
            #expect(try shown("[[1,[\(message)]]]") == ["1 \(expected)"])
        }
    }

    @Test func endsOfASessionAreRead() throws {
        let error = #"{"error":{"code":401,"message":null,"status":"UNAUTHENTICATED"}}"#
        let expected = "9 error UNAUTHENTICATED the server gives no reason"
        #expect(try shown("[[9,[\(error)]]]") == [expected])
        #expect(try shown("[[9,[[\(error)]]]]") == [expected])
        #expect(try shown(#"[[9,["stop"]],[10,["close"]]]"#) == ["9 stop", "10 stop"])
    }

    @Test func otherContentsAreUnknown() throws {
        #expect(try shown(#"[[1,[]],[2,null],[3,"x"],[4,["c"]],[5,[7]],[6]]"#).count == 6)
        #expect(try shown("[]") == [])
    }

    @Test(arguments: [
        "", "{}", "[1]", "[[]]", #"[["x",["noop"]]]"#, "[[1.5,[]]]", "[[1,[{]]]",
        #"[[1,[{"targetChange":{"targetIds":["2"]}}]]]"#,
        #"[[1,[{"targetChange":{"targetChangeType":"X"}}]]]"#,
        #"[[1,[{"documentChange":{"targetIds":[2]}}]]]"#,
        #"[[1,[{"documentChange":{"document":{"fields":{}}}}]]]"#,
        #"[[1,[{"documentDelete":{}}]]]"#, #"[[1,[{"targetChange":{"readTime":"now"}}]]]"#,
        #"[[1,[{"filter":{"count":1}}]]]"#,
        #"[[1,[{"targetChange":"#,
    ])
    func otherTextsAreErrors(_ chunk: String) {
        #expect(throws: JSONError.self) { _ = try WebChannelArray.arrays(of: Array(chunk.utf8)) }
    }

    @Test func aDocumentMayBeAsDeepAsFirestoreAllows() throws {
        let value = (0..<20).reduce(#"{"integerValue":"1"}"#) { value, _ in
            #"{"mapValue":{"fields":{"a":\#(value)}}}"#
        }
        let document = #"{"name":"x","fields":{"a":\#(value)}}"#
        let chunk = #"[[1,[{"documentChange":{"document":\#(document),"targetIds":[2]}}]]]"#
        #expect(try shown(chunk).count == 1)
        let tooDeep = String(repeating: "[", count: 100_000)
        #expect(throws: JSONError.self) {
            _ = try WebChannelArray.arrays(of: Array("[[1,[{\"later\":\(tooDeep)".utf8))
        }
    }
}
