import DatabaseTransport
import Foundation
import TestSupport
import Testing
import TypedDatabase
import TypedPaths

@testable import TypedDatabaseFirestore

/// The engine on the emulator, where Firestore differs from a tree.
@Suite(.serialized, .enabled(if: FirestoreEngine.emulatorHost != nil))
struct EmulatorEngineTests {
    private func recorded(
        _ project: FirestoreProject
    ) throws -> (FirestoreEngine, RecordingTransport) {
        let transport = RecordingTransport()
        let engine = try FirestoreEngine(
            project.address, project: project.id, layout: .shapes,
            token: { .accessToken("owner") }, transport: transport,
            settings: TransportSettings())
        return (engine, transport)
    }

    // MARK: - Documents

    @Test func aDocumentIsItsOwnFields() async throws {
        let engine = try FirestoreProject().engine()
        try await engine.set(["n": 1], at: ["all", "a"])
        try await engine.set(["n": 2], at: ["all", "a", "below", "b"])
        try await engine.set(["n": 3], at: ["all", "missing", "below", "c"])
        #expect(try await engine.value(at: ["all"]) == ["a": ["n": 1]])
        #expect(try await engine.value(at: ["all", "a"]) == ["n": 1])
        #expect(try await engine.value(at: ["all", "a", "below"]) == ["b": ["n": 2]])
        #expect(try await engine.keys(of: ["all"], .all) == .children(["a"]))
        #expect(try await !engine.exists(["all", "missing"]))
        try await engine.set(nil, at: ["all", "a"])
        #expect(try await engine.value(at: ["all", "a", "below", "b"]) == ["n": 2])
        #expect(try await !engine.exists(["all"]))
        #expect(try await engine.exists(["all", "missing", "below"]))
    }

    @Test func aDocumentWithoutFieldsStays() async throws {
        let engine = try FirestoreProject().engine()
        try await engine.set(["x": 1], at: ["all", "a"])
        try await engine.set(["x": 2], at: ["all", "b"])
        try await engine.set(nil, at: ["all", "a", "x"])
        #expect(try await engine.value(at: ["all"]) == ["b": ["x": 2]])
        #expect(try await engine.value(at: ["all", "a"]) == nil)
        #expect(try await !engine.exists(["all", "a"]))
        // Keys and counts don't read fields.
        #expect(try await engine.keys(of: ["all"], .all) == .children(["a", "b"]))
        #expect(try await engine.count(of: ["all"], .all) == 2)
        let first = TreeSelection(limit: .first(1))
        #expect(try await engine.read(["all"], first).value == ["b": ["x": 2]])
        try await engine.set(nil, at: ["all", "a"])
        #expect(try await engine.keys(of: ["all"], .all) == .children(["b"]))
    }

    @Test func otherClientsArraysAreChildren() async throws {
        let project = try FirestoreProject()
        let engine = try project.engine()
        let array = #"{"arrayValue":{"values":[{"stringValue":"x"},{"stringValue":"y"}]}}"#
        try await project.set(
            "all/a", #"{"list":\#(array),"at":{"timestampValue":"1970-01-01T00:00:01Z"}}"#)
        #expect(
            try await engine.value(at: ["all", "a"]) == ["list": ["0": "x", "1": "y"], "at": 1000])
        #expect(try await engine.value(at: ["all", "a", "list", "1"]) == "y")
        #expect(try await engine.keys(of: ["all", "a", "list"], .all) == .children(["0", "1"]))
        // A removal inside one changes nothing; a write replaces it.
        try await engine.set(nil, at: ["all", "a", "list", "1"])
        #expect(try await engine.value(at: ["all", "a", "list"]) == ["0": "x", "1": "y"])
        try await engine.set("z", at: ["all", "a", "list", "1"])
        #expect(try await engine.value(at: ["all", "a", "list"]) == ["1": "z"])
    }

    @Test func timesAreTimestamps() async throws {
        let project = try FirestoreProject()
        let engine = try project.engine()
        try await engine.write([
            TreeEdit(["all", "a"], .set(PendingValue(["at": 1_000, "n": 1_000]))),
            TreeEdit(["all", "b"], .set(PendingValue(["n": 1], serverTimes: [["at"]]))),
        ])
        let fields = try await project.fields("all/a")
        #expect(fields.contains(#""timestampValue": "1970-01-01T00:00:01Z""#))
        #expect(fields.contains(#""integerValue": "1000""#))
        let latest = TreeSelection(order: .child(["at"]), limit: .last(1))
        #expect(try await engine.keys(of: ["all"], latest) == .children(["b"]))
        let until = TreeSelection(
            order: .child(["at"]), lower: .init(.value(0, nil), isInclusive: true),
            upper: .init(.value(1_000, nil), isInclusive: true))
        #expect(try await engine.keys(of: ["all"], until) == .children(["a"]))
    }

    @Test func documentsAreToldApartByBytes() async throws {
        let engine = try FirestoreProject().engine()
        let places: [TreePlace] = [["all", "é"], ["all", "e\u{301}"]]
        try await engine.set(["n": 1], at: places[0])
        try await engine.set(["n": 2], at: places[1])
        let versions = [
            PlaceVersion(places[0].appending("n"), .value(1)),
            PlaceVersion(places[1].appending("n"), .value(2)),
        ]
        let edits = places.map { TreeEdit($0.appending("n"), .set(PendingValue(3))) }
        guard case .written = try await engine.write(edits, ifUnchanged: versions) else {
            Issue.record("the versions are right")
            return
        }
        guard case .changed(let current) = try await engine.write(edits, ifUnchanged: versions)
        else {
            Issue.record("the versions are old")
            return
        }
        #expect(current.map(\.value) == [3, 3])
        // A removal from one that is missing leaves the other.
        try await engine.set(nil, at: places[0])
        try await engine.write(
            places.map { TreeEdit($0.appending("n"), .set(PendingValue(nil))) })
        #expect(try await engine.keys(of: ["all"], .all) == .children(["e\u{301}"]))
    }

    // MARK: - Costs

    @Test func requestsAreAsFewAsTheyCanBe() async throws {
        let (engine, transport) = try recorded(FirestoreProject())
        let documents = (0..<1_000).map {
            TreeEdit(
                ["all", TreeKey("document \($0)")],
                .set(PendingValue(["n": .integer(Int64($0))])))
        }
        try await engine.write(documents)
        #expect(transport.takeMethods() == ["commit"])
        let page = TreeSelection(
            order: .child(["n"]), lower: .init(.value(0, nil), isInclusive: true),
            limit: .first(1_000))
        #expect(try await engine.read(["all"], page).value?.children.count == 1_000)
        #expect(transport.takeMethods() == ["runQuery"])
        let last = TreeSelection(order: .child(["n"]), limit: .last(10))
        #expect(try await engine.keys(of: ["all"], last).count == 10)
        #expect(transport.takeMethods() == ["runQuery"])
        #expect(try await engine.count(of: ["all"], .all) == 1_000)
        #expect(transport.takeMethods() == ["runAggregationQuery"])
        #expect(
            try await engine.read(["all"], TreeSelection(limit: .last(2))).value?.children.count
                == 2)
        #expect(transport.takeMethods() == ["runAggregationQuery", "runQuery"])
        // Removing fields reads only if the document is missing.
        try await engine.set(nil, at: ["all", "document 1", "x"])
        #expect(transport.takeMethods() == ["commit"])
        try await engine.set(nil, at: ["all", "missing", "x"])
        #expect(transport.takeMethods() == ["commit", "batchGet"])
        let read = try await engine.read(["all", "document 1"], .all)
        _ = try await engine.replace(
            ["all", "document 1"], with: PendingValue(["n": 0]), ifVersionIs: read.version)
        #expect(transport.takeMethods() == ["batchGet", "commit"])
    }

    @Test func aRequestThatIsTooLargeIsAnError() async throws {
        let engine = try FirestoreProject().engine()
        let text = TreeValue.string(String(repeating: "x", count: 1_000_000))
        // The emulator takes 4 MiB, and says so; the service takes 10.
        for count in [5, 11] {
            let error = await #expect(throws: TreeDatabaseError.self) {
                try await engine.write(
                    (0..<count).map { TreeEdit(["all", "\($0)", "x"], .set(PendingValue(text))) })
            }
            #expect(error?.kind == .tooLarge)
        }
        #expect(try await engine.value(at: ["all"]) == nil)
    }

    // MARK: - Users

    @Test func rulesDecide() async throws {
        let project = try FirestoreProject()
        let rules = """
            service cloud.firestore { match /databases/{d}/documents {
              match /all/{id} { allow read; allow write: if request.auth.uid == id; } } }
            """
        let content = String(
            decoding: JSONWriter.bytes(
                ["rules": ["files": ["0": ["name": "f", "content": .string(rules)]]]]),
            as: UTF8.self)
        try await project.send(
            "/emulator/v1/projects/\(project.id):securityRules",
            content.replacing(#"{"0":"#, with: "[").replacing(#"}}}}"#, with: "}]}}"), .put)
        let ann = try project.engine(token: .idToken(project.userToken("ann")))
        try await ann.set(["n": 1], at: ["all", "ann"])
        #expect(try await ann.value(at: ["all"]) == ["ann": ["n": 1]])
        let error = await #expect(throws: TreeDatabaseError.self) {
            try await ann.write([
                TreeEdit(["all", "ann", "n"], .set(PendingValue(2))),
                TreeEdit(["all", "bob", "n"], .set(PendingValue(2))),
            ])
        }
        #expect(error?.kind == .permissionDenied)
        let nobody = try project.engine(token: nil)
        #expect(try await nobody.value(at: ["all", "ann"]) == ["n": 1])
        let denied = await #expect(throws: TreeDatabaseError.self) {
            try await nobody.read(["numbered"], .all)
        }
        #expect(denied?.kind == .permissionDenied)
        #expect(denied?.place == ["numbered"])
        let invalid = try project.engine(token: .idToken("nonsense"))
        let unauthenticated = await #expect(throws: TreeDatabaseError.self) {
            try await invalid.read(["all"], .all)
        }
        #expect(unauthenticated?.kind == .unauthenticated)
    }

    // MARK: - Databases

    @Test func theTypedLayerWorks() async throws {
        struct Player: Codable, Equatable {
            var name: String
            var score: Int
        }
        let database = TreeDatabase(try FirestoreProject().engine())
        let players: Path<Player>.Collection = Path.append(Path(), "all")
        for (name, score) in [("ana", 3), ("bob", 1), ("cleo", 2)] {
            try await database.add(Player(name: name, score: score), to: players)
        }
        var names: [String] = []
        let query = database.children(of: players).ordered(byChild: "score")
            .starting(at: 0)
        for try await page in query.pages(of: 2) {
            names += try page.children.decoded().map(\.name)
        }
        #expect(names == ["bob", "cleo", "ana"])
        let best = try await database.children(of: players).ordered(byChild: "score").last(1).get()
        #expect(try best.decoded() == [Player(name: "ana", score: 3)])
        let first = try #require(best.first)
        let score: Path<Int> = Path.append(first.path, "score")
        try await database.transaction(at: score) { (score: inout Int?) in
            score = (score ?? 0) + 1
        }
        #expect(try await database.value(at: first.path)?.score == 4)
        let total: Path<Int> = Path.append(Path(), "numbered", "1", "total")
        try await database.transaction { transaction in
            let points = try await transaction.value(at: score) ?? 0
            transaction.set(points, at: total)
        }
        #expect(try await database.value(at: total) == 4)
        #expect(try await database.children(of: players).count() == 3)
    }
}

extension FirestoreProject {
    /// Returns an unsigned token of a user, which only the emulator takes.
    func userToken(_ user: String) -> String {
        let header = Data(#"{"alg":"none","typ":"JWT"}"#.utf8)
        let payload = Data(
            (#"{"sub":"\#(user)","user_id":"\#(user)","aud":"\#(id)","#
                + #""iss":"https://securetoken.google.com/\#(id)","iat":1,"exp":9999999999}"#).utf8)
        return [header, payload].map { part in
            part.base64EncodedString().replacing("=", with: "").replacing("+", with: "-")
                .replacing("/", with: "_") + "."
        }.joined()
    }
}
